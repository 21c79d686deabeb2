// Site: what all parts of a page share: the contract, the anchors that are taken, and the changes to mark.
import type { ContractDocument, Operation, OperationSpec } from '@animal-store/contract';
import { type Html, html } from './html.js';
import { inlineMarkdown } from './markdown.js';
import { commonErrors, commonHeaders, type ErrorResponse, type Header } from './responses.js';

export interface ReferenceContract {
  document: ContractDocument;
  operations: readonly OperationSpec[];
}

/** The part of the JSON of `npm run spec -- diff` that the preview shows. */
export interface ContractChanges {
  /** The base as reports name it. */
  base: string;
  baseVersion: string;
  nextVersion: string;
  wire: string;
  source: string;
  /** False for breaking changes that are not announced. */
  admissible: boolean;
  changes: readonly ContractChange[];
}

export interface ContractChange {
  /** The effect on messages and on client code: `none`, `patch`, `minor` or `major`. */
  wire: string;
  source: string;
  message: string;
  why: string;
  /** The contract that `pointer` points into: `base` if the value was removed. */
  side: 'base' | 'head';
  pointer: string;
  /** The identifiers of the operations that the change affects. */
  operations: readonly string[];
}

/** `unnoticed` stands for a change without an effect on clients, such as wording. */
export type ChangeKind = 'breaking' | 'added' | 'changed' | 'removed' | 'unnoticed';

const KIND_TEXTS: Readonly<Record<ChangeKind, string>> = {
  breaking: 'breaking',
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unnoticed: 'no effect',
};

export class Site {
  readonly document: ContractDocument;
  readonly operations: readonly OperationSpec[];
  readonly changes: ContractChanges | undefined;
  /** What all operations share. */
  readonly commonHeaders: readonly Header[];
  readonly commonErrors: readonly ErrorResponse[];
  readonly #anchors = new Set<string>();
  /** Where the page can have a mark. */
  readonly places = new Set<string>();
  readonly #marks = new Map<string, ContractChange[]>();

  /** @param places Those of an earlier rendering: a change is marked at the innermost place around it. */
  constructor(
    { document, operations }: ReferenceContract,
    changes?: ContractChanges,
    places: ReadonlySet<string> = new Set(),
  ) {
    this.document = document;
    this.operations = operations;
    this.changes = changes;
    this.commonHeaders = commonHeaders(operations, document);
    this.commonErrors = commonErrors(operations, document);
    for (const change of changes?.changes ?? []) {
      const place = findPlace(change, places);
      if (place !== undefined) this.#marks.set(place, [...(this.#marks.get(place) ?? []), change]);
    }
  }

  /** An anchor that nothing else on the page has. */
  anchor(wanted: string): string {
    const base = wanted.replaceAll(/\s/g, '-');
    let anchor = base;
    for (let count = 2; this.#anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    this.#anchors.add(anchor);
    return anchor;
  }

  marks(pointers: readonly string[]): readonly ContractChange[] {
    for (const pointer of pointers) this.places.add(pointer);
    return pointers.flatMap((pointer) => this.#marks.get(pointer) ?? []);
  }

  badges(pointers: readonly string[]): Html[] {
    return this.marks(pointers).map((change) => this.badge(this.kindOf(change), change.message));
  }

  /** What changed here, and why it matters. */
  notes(pointers: readonly string[]): Html[] {
    return this.marks(pointers).map(
      ({ message, why }) =>
        html`<p class="mark">${inlineMarkdown(message)} ${inlineMarkdown(why)}</p>`,
    );
  }

  badge(kind: ChangeKind, title?: string): Html {
    return html` <span class="badge ${kind}"${title && html` title="${title}"`}>${KIND_TEXTS[kind]}</span>`;
  }

  kindOf({ wire, source, side, pointer }: ContractChange): ChangeKind {
    const levels = [wire, source];
    if (levels.includes('major')) return 'breaking';
    if (!levels.includes('minor')) return 'unnoticed';
    if (side === 'base') return 'removed';
    // Whatever has a place is there as a whole; a keyword that is added, such as `deprecated`, changes its place.
    return this.places.has(pointer) ? 'added' : 'changed';
  }

  /** The changes of an operation, and the kind of its badge. */
  changesOf(
    id: string,
    pointer: string,
  ): { changes: ContractChange[]; kind: ChangeKind | undefined } {
    const changes = (this.changes?.changes ?? []).filter((one) => one.operations.includes(id));
    const kinds = changes.map((change) => this.kindOf(change));
    const isNew = changes.some(
      (one) =>
        one.side === 'head' && pointer.startsWith(one.pointer) && !kinds.includes('breaking'),
    );
    const kind = kinds.includes('breaking') ? 'breaking' : isNew ? 'added' : 'changed';
    if (kinds.every((one) => one === 'unnoticed'))
      return { changes, kind: changes.length > 0 ? 'unnoticed' : undefined };
    return { changes, kind };
  }
}

/** Of a removed value, its container. The numbers of parameters are those of the other contract then. */
function findPlace({ side, pointer }: ContractChange, places: ReadonlySet<string>) {
  const tokens = pointer.split('/');
  const list = tokens.indexOf('parameters');
  const end =
    side === 'head' ? tokens.length : tokens[1] === 'paths' && list > 0 ? list : tokens.length - 1;
  for (let length = end; length > 1; length -= 1) {
    const candidate = tokens.slice(0, length).join('/');
    if (places.has(candidate)) return candidate;
  }
  return undefined;
}

export function operationOf({ document }: Site, { id, path, method }: OperationSpec): Operation {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
  return operation;
}
