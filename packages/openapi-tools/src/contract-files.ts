// Files of a contract: openapi.yaml and the YAML files beside it that it refers to, read and checked before any rule runs.
import { realpath } from 'node:fs/promises';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { type ParsedFile, parseContractFile } from './parse-checks.js';
import { type NameOf, type Problem, positionOf } from './problems.js';
import {
  endOf,
  type FileReference,
  findFileReferences,
  isInValue,
  splitReference,
  targetFile,
  targetProblem,
} from './references.js';

export interface ContractFiles {
  /** Absolute paths of all files, the contract first. */
  paths: string[];
  /** Those that could be parsed. */
  files: ParsedFile[];
  problems: Problem[];
  /** References to nothing, or to a part of the contract that has no name. */
  unresolved: Problem[];
}

const EXTENSIONS = ['.yaml', '.yml'];
/** Folders of sources and build outputs. They are neither inputs of `generate` (turbo.json) nor in the image (.dockerignore). */
const SOURCE_FOLDERS = ['apps', 'bench', 'deploy', 'packages', 'tools'];
const IGNORED_FOLDERS = ['coverage', 'data', 'dist', 'generated', 'node_modules', 'test'];

/** Whether the contract may have a part in this file: the build notices edits of it. @param name relative to the contract's folder. */
export function isContractFile(name: string): boolean {
  const folders = name.split(sep).slice(0, -1);
  return (
    EXTENSIONS.includes(extname(name)) &&
    !SOURCE_FOLDERS.includes(folders[0] ?? '') &&
    !folders.some((folder) => folder.startsWith('.') || IGNORED_FOLDERS.includes(folder))
  );
}

export async function readContractFiles(
  file: string,
  nameOf: NameOf = (path) => path,
  isPublished = false,
): Promise<ContractFiles> {
  const contract = resolve(file);
  const folder = dirname(contract);
  const files: ParsedFile[] = [];
  const problems: Problem[] = [];
  const paths = new Set([contract]);
  const references: FileReference[] = [];
  const toProblem = ({ file, keys }: FileReference, rule: string, message: string) => ({
    file: nameOf(file.path),
    ...positionOf(file.source, keys),
    rule,
    message,
  });
  for (const path of paths) {
    const parsed = await parseContractFile(path, { isContract: path === contract });
    if ('message' in parsed) {
      problems.push({ file: nameOf(path), rule: 'parse-error', ...parsed });
      continue;
    }
    files.push(parsed);
    for (const reference of findFileReferences(parsed)) {
      references.push(reference);
      const message = await referenceProblem(reference, folder);
      if (message !== undefined) problems.push(toProblem(reference, 'file-references', message));
      else paths.add(targetFile(reference.target, path)); // grows during the iteration
    }
  }
  const unresolved: Problem[] = [];
  for (const reference of problems.length === 0 ? references : []) {
    const { keyword, keys, target } = reference;
    const end = endOf(reference, files);
    const at = keyword === '$ref' ? { ...reference, keys: keys.slice(0, -1) } : reference;
    if (end === 'nothing' && !isInValue(keys))
      unresolved.push(toProblem(at, 'no-unresolved-refs', `Can't resolve $ref ${target}`));
    const isOwn = targetFile(target, reference.file.path) === contract && !isInValue(keys);
    const inside = isPublished || !isOwn ? undefined : targetProblem(target);
    if (end === 'value' && inside !== undefined)
      unresolved.push(toProblem(reference, 'reference-targets', inside));
    const message = `Circular reference: ${target} resolves to itself.`;
    if (end === 'itself') problems.push(toProblem(reference, 'parse-error', message));
  }
  return { paths: [...paths], files, problems, unresolved };
}

/** What is wrong with a reference; undefined for one that leads to a file of the contract. */
async function referenceProblem(
  { file, keyword, target }: FileReference,
  folder: string,
): Promise<string | undefined> {
  if (keyword === 'externalValue')
    return 'The build reads no example from a file. Write it into the contract, as `value`.';
  const { uri, fragment } = splitReference(target);
  const advice = 'Write ./schemas/pet.yaml#/Pet for a file beside the contract.';
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(uri))
    return `\`${target}\` is a URL, and the build reads nothing from the network. Save a copy of the file. ${advice}`;
  if (fragment !== undefined && !fragment.startsWith('/'))
    return `\`#${fragment}\` is not a JSON Pointer. Write #/components/schemas/Pet for a part of this file. ${advice}`;
  const name = relative(folder, targetFile(target, file.path));
  if (isAbsolute(uri) || name === '..' || name.startsWith(`..${sep}`))
    return `\`${uri}\` is outside the folder of the contract. Move the file there. ${advice}`;
  if (uri === '') return undefined;
  if (!EXTENSIONS.includes(extname(name)))
    return `\`${uri}\` does not end in ${EXTENSIONS.join(' or ')}, and the build would not notice edits of it. ${advice}`;
  if (!isContractFile(name))
    return `\`${uri}\` is in a folder for code, where the build would not notice edits of it. ${advice}`;
  const path = await realpath(resolve(folder, name)).catch(() => undefined);
  if (path === undefined)
    return `There is no file \`${uri}\`. The path is relative to the file that has the reference.`;
  if (relative(await realpath(folder), path) === name) return undefined;
  return `\`${uri}\` is a symbolic link, and the build would not notice edits of its target. Move the file itself there.`;
}
