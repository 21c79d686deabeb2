// Files of a contract: openapi.yaml and the YAML files that it refers to, in the folder `openapi` beside it. Redocly reads them
// through this resolver, so that nothing else is read, and each file is checked once.
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { BaseResolver, type Document } from '../redocly.js';
import { isContractFile, PARTS_FOLDER } from './contract-folder.js';
import { type ParsedFile, parseContractFile } from './parse-checks.js';
import type { NameOf, Problem } from './problems.js';

export class ContractFiles extends BaseResolver {
  /** The contract first. */
  readonly paths: string[] = [];
  readonly files: ParsedFile[] = [];
  /** Of files that cannot be parsed. */
  readonly problems: Problem[] = [];

  /** @param contract absolute. @param isPublished whether its other files may be anywhere below it. */
  constructor(
    private readonly contract: string,
    private readonly nameOf: NameOf,
    private readonly isPublished: boolean,
  ) {
    super();
  }

  /** @throws an Error that says what is wrong with a reference to the file. */
  override resolveDocument<T>(base: string | null, ref: string): Promise<Document<T>> {
    const path = this.resolveExternalRef(base, ref);
    const document = this.cache.get(path) ?? this.#read(path, ref, base ?? path);
    this.cache.set(path, document);
    return document as Promise<Document<T>>;
  }

  async #read(path: string, ref: string, from: string): Promise<Document> {
    const isContract = path === this.contract;
    const reason = isContract ? undefined : await this.#refuse(path, ref);
    const place = from === this.contract ? '' : ` (in ${this.nameOf(from)})`;
    if (reason !== undefined) throw new Error(reason + place);
    this.paths.push(path);
    const parsed = await parseContractFile(path, { isContract });
    if ('message' in parsed) {
      this.problems.push({ file: this.nameOf(path), rule: 'parse-error', ...parsed });
      throw new Error(parsed.message);
    }
    this.files.push(parsed);
    return { source: parsed.source, parsed: parsed.root };
  }

  async #refuse(path: string, ref: string): Promise<string | undefined> {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(ref))
      return `\`${ref}\` is a URL, and the build reads nothing from the network. Save a copy in the folder \`${PARTS_FOLDER}\``;
    const folder = dirname(this.contract);
    const name = relative(folder, path);
    const isAllowed = this.isPublished ? !name.startsWith('..') : isContractFile(name);
    if (!isAllowed)
      return `\`${ref}\` is no YAML file in the folder \`${PARTS_FOLDER}\` beside the contract, and the build would not notice edits of it. Move it there`;
    const target = await realpath(path).catch(() => undefined);
    if (target === undefined)
      return `there is no file \`${ref}\`. The path is relative to the file that has the reference`;
    return target === resolve(await realpath(folder), name)
      ? undefined
      : `\`${ref}\` is a symbolic link, and the build would not notice edits of its target. Move the file itself there`;
  }
}
