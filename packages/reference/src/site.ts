// Site: what all parts of a page share: the contract, the anchors that are taken, and the changes to mark.
import type { ContractDocument, HeaderObject, OperationSpec } from '@animal-store/contract';
import { type Html, html } from './html.js';
import { inlineMarkdown } from './markdown.js';
import {
  type PageOperation,
  type PageResponse,
  type Part,
  readOperation,
  sharedParts,
} from './operations.js';

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

/** The parts of a contract that have a row or a heading. */
const PLACE =
  /^#\/.*\/(?:(?:parameters|properties|responses|schemas)\/[^/]+|requestBody|\w+Properties)/;

/** A change that clients do not notice, such as wording. */
const UNNOTICED = 'no effect';

export class Site {
  readonly document: ContractDocument;
  readonly operations: readonly PageOperation[];
  readonly changes: ContractChanges | undefined;
  /** What all responses, and all operations, share. */
  readonly commonHeaders: readonly Part<HeaderObject>[];
  readonly commonErrors: readonly PageResponse[];
  readonly #anchors = new Set<string>();

  constructor({ document, operations }: ReferenceContract, changes?: ContractChanges) {
    this.document = document;
    this.operations = operations.map((spec) => readOperation(spec, document));
    this.changes = changes;
    const responses = this.operations.map((operation) => operation.responses);
    this.commonHeaders = sharedParts(responses.flat().map(({ headers }) => headers));
    this.commonErrors = sharedParts(responses).filter(({ isSuccess }) => !isSuccess);
  }

  /** An anchor that nothing else on the page has. */
  anchor(wanted: string): string {
    const base = wanted.replaceAll(/\s/g, '-');
    let anchor = base;
    for (let count = 2; this.#anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    this.#anchors.add(anchor);
    return anchor;
  }

  #changesAt(pointers: readonly string[]): readonly ContractChange[] {
    const changes = this.changes?.changes ?? [];
    return changes.filter((change) => pointers.includes(placeOf(change) ?? ''));
  }

  badges(pointers: readonly string[]): Html[] {
    return this.#changesAt(pointers).map((change) => badge(kindOf(change), change.message));
  }

  /** What changed here, and why it matters. */
  notes(pointers: readonly string[]): Html[] {
    return this.#changesAt(pointers).map(
      ({ message, why }) =>
        html`<p class="mark">${inlineMarkdown(message)} ${inlineMarkdown(why)}</p>`,
    );
  }

  /** The changes of an operation, and the kind of its badge. */
  changesOf({ id, pointer }: PageOperation) {
    const changes = (this.changes?.changes ?? []).filter((one) => one.operations.includes(id));
    const kinds = new Set(changes.map((change) => kindOf(change)));
    if (kinds.has('breaking')) return { changes, kind: 'breaking' };
    if ([...kinds].every((kind) => kind === UNNOTICED)) return { changes, kind: [...kinds][0] };
    const isNew = changes.some((one) => one.side === 'head' && pointer.startsWith(one.pointer));
    return { changes, kind: isNew ? 'added' : 'changed' };
  }
}

export function badge(kind: string, title?: string): Html {
  const name = kind.replace(' ', '-');
  return html` <span class="badge ${name}"${title && html` title="${title}"`}>${kind}</span>`;
}

/** The word of a badge. */
export function kindOf(change: ContractChange): string {
  const levels = [change.wire, change.source];
  if (levels.includes('major')) return 'breaking';
  if (!levels.includes('minor')) return UNNOTICED;
  if (change.side === 'base') return 'removed';
  // A keyword that is added, such as `deprecated`, changes the part that has it.
  return placeOf(change) === change.pointer ? 'added' : 'changed';
}

/** The innermost of the parts around a change. */
function placeOf({ side, pointer }: ContractChange): string | undefined {
  if (side === 'head') return PLACE.exec(pointer)?.[0];
  // Parameters have the numbers of the other contract there.
  const container = pointer.replace(/^(#\/paths\/.*?)\/parameters\/.*|\/[^/]*$/, '$1');
  return PLACE.exec(container)?.[0];
}
