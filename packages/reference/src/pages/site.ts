// Site: what all parts of a page share: the contract, the product, the anchors that are taken, and the changes to mark.
import type { Contract, Header, Pointer } from '@animal-store/spec/model';
import {
  type Named,
  type PageOperation,
  type PageReply,
  pageOperations,
  sharedParts,
} from '../operations/operations.js';
import type { Product } from '../product.js';
import { type Child, type Html, html, join } from '../text/html.js';
import { inlineMarkdown } from '../text/markdown.js';

/** The levels of changes in words, in descending order of severity. */
export const EFFECTS = {
  major: 'breaking',
  minor: 'not breaking',
  patch: 'no effect',
  none: 'no effect',
} as const;

type Level = keyof typeof EFFECTS;

/** What the preview shows of the JSON of `npm run spec -- diff`. The command `preview` adds each `example`. */
export interface ContractChanges {
  /** The base as reports name it. */
  base: string;
  baseVersion: string;
  nextVersion: string;
  wire: Level;
  source: Level;
  /** False for breaking changes that are not announced. */
  admissible: boolean;
  changes: readonly ContractChange[];
}

export interface ContractChange {
  /** The effect on messages, and on client code. */
  wire: Level;
  source: Level;
  message: string;
  why: string;
  /** The contract that `pointer` points into: `base` if the value was removed. */
  side: 'base' | 'head';
  pointer: string;
  /** The identifiers of the operations that the change affects. */
  operations: readonly string[];
  /** Lines: a message that shows the change and what becomes of it, or that none was found. */
  example?: readonly string[];
}

/** The parts of a contract that have a row or a heading. */
const PLACE =
  /^#\/.*\/(?:(?:parameters|properties|responses|schemas)\/[^/]+|requestBody|\w+Properties)/;

/** A change with the word of its badge, and the place of the innermost part of the contract around it. */
interface Mark extends ContractChange {
  kind: string;
  place: Pointer | undefined;
}

export class Site {
  readonly contract: Contract;
  readonly product: Product;
  /** The URL of the first server. */
  readonly baseUrl: string;
  readonly operations: readonly PageOperation[];
  readonly changes: ContractChanges | undefined;
  /** What all replies, and all operations, share. */
  readonly commonHeaders: readonly Named<Header>[];
  readonly commonErrors: readonly PageReply[];
  readonly #marks: readonly Mark[];
  readonly #anchors = new Set<string>();

  constructor(contract: Contract, product: Product, changes?: ContractChanges) {
    this.contract = contract;
    this.product = product;
    this.baseUrl = contract.servers[0]?.url ?? '';
    this.operations = pageOperations(contract);
    this.changes = changes;
    this.#marks = (changes?.changes ?? []).map(toMark);
    const replies = this.operations.map((operation) => operation.replies);
    this.commonHeaders = sharedParts(replies.flat().map(({ headers }) => headers));
    this.commonErrors = sharedParts(replies).filter(({ isSuccess }) => !isSuccess);
  }

  /** An anchor that nothing else on the page has. */
  anchor(wanted: string): string {
    const base = wanted.replaceAll(/\s/g, '-');
    let anchor = base;
    for (let count = 2; this.#anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    this.#anchors.add(anchor);
    return anchor;
  }

  /** A link to a chapter of the guide, or its text alone if the contract has no such chapter. */
  chapterLink(name: string, text: string): Child {
    return this.hasChapter(name) ? html`<a href="#guide-${name}">${text}</a>` : text;
  }

  /** The guide is read before the operations. */
  hasChapter(name: string): boolean {
    return this.#anchors.has(`guide-${name}`);
  }

  /** What changed at the pointers of a part of the contract, and why it matters. */
  marks(pointers: readonly Pointer[]): Html[] {
    return this.#marks
      .filter(({ place }) => place !== undefined && pointers.includes(place))
      .map(renderMark);
  }

  /** The changes of an operation, and the word of its badge. */
  changesOf({ id, declared }: PageOperation): { kind: string | undefined; marks: Html[] } {
    const changes = this.#marks.filter(({ operations }) => operations.includes(id));
    const marks = changes.map(renderMark);
    const kinds = changes.map(({ kind }) => kind);
    if (kinds.includes('breaking')) return { marks, kind: 'breaking' };
    if (kinds.every((kind) => kind === EFFECTS.none)) return { marks, kind: kinds[0] };
    const isNew = changes.some(
      ({ side, pointer }) => side === 'head' && declared.at.startsWith(pointer),
    );
    return { marks, kind: isNew ? 'added' : 'changed' };
  }
}

export function operationLinks(site: Site, ids: readonly string[]): Child[] {
  const links = ids.map((id) =>
    site.operations.some((operation) => operation.id === id)
      ? html`<a href="#${id}"><code>${id}</code></a>`
      : html`<s><code>${id}</code></s> (removed)`,
  );
  return join(links);
}

export function badge(kind: string): Html {
  return html` <span class="badge ${kind.replace(' ', '-')}">${kind}</span>`;
}

function renderMark({ kind, message, why }: Mark): Html {
  return html`<p class="mark">${badge(kind)} ${inlineMarkdown(message)} ${inlineMarkdown(why)}</p>`;
}

function toMark(change: ContractChange): Mark {
  const { side, pointer } = change;
  // The page has no row for a removed part, so its parent is marked. Of a parameter, that is the operation: its pointer has
  // an index of the base, where the list of parameters is another one.
  const base = pointer.replace(/^(#\/paths\/.*?)\/parameters\/.*|\/[^/]*$/, '$1');
  const place = PLACE.exec(side === 'head' ? pointer : base)?.[0];
  // A keyword that is added, such as `deprecated`, changes the part that has it.
  let kind = place === pointer ? 'added' : 'changed';
  if (side === 'base') kind = 'removed';
  const effect = effectOf(change);
  return { ...change, kind: effect === EFFECTS.minor ? kind : effect, place };
}

/** The worse effect of the two. */
export function effectOf({ wire, source }: Pick<ContractChange, 'wire' | 'source'>): string {
  const found = Object.entries(EFFECTS).find(([level]) => level === wire || level === source);
  return found?.[1] ?? EFFECTS.none;
}
