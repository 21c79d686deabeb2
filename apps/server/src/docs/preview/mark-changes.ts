// Marks of the changes in the contract that the reference page shows: on parameters, responses and schemas. Where a
// change has no such place, its operations and the summary show it.
import { unescapeToken } from '@animal-store/contract';
import type { PageDocument } from '../page-document.js';

/** The part of the JSON of `npm run spec:diff` that the preview shows. */
export interface SpecDiff {
  /** The base as reports name it. */
  base: string;
  changes: readonly SpecChange[];
  wire: string;
  source: string;
  baseVersion: string;
  nextVersion: string;
  /** False for breaking changes that are not announced. */
  admissible: boolean;
}

export interface SpecChange {
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

export interface Mark {
  kind: ChangeKind;
  /** What changed here, and why it matters. */
  text: string;
}

export interface Review extends Omit<SpecDiff, 'changes'> {
  changes: readonly (SpecChange & { kind: ChangeKind })[];
}

/** A parameter, a response or a schema. */
interface Markable {
  'x-review-marks'?: Mark[];
}
type Node = Readonly<Record<string, unknown>>;

/** The document with `x-review`, which has all changes, and with `x-review-marks` where they are. */
export function markChanges(document: PageDocument, diff: SpecDiff): PageDocument {
  const marked = structuredClone(document);
  const changes = diff.changes.map((change) => ({ ...change, kind: kindOf(change) }));
  for (const change of changes) {
    const place: Markable | undefined = findPlace(marked, change);
    if (place === undefined) continue;
    const { kind, message, why } = change;
    place['x-review-marks'] ??= [];
    place['x-review-marks'].push({ kind, text: `${withoutLocation(message)} ${why}` });
  }
  return { ...marked, 'x-review': { ...diff, changes } };
}

function kindOf({ wire, source, side, message }: SpecChange): ChangeKind {
  const levels = [wire, source];
  if (levels.includes('major')) return 'breaking';
  if (!levels.includes('minor')) return 'unnoticed';
  if (side === 'base') return 'removed';
  // A keyword that is added, such as `deprecated`, changes what it stands at.
  if (/: `[^`]+` added: /.test(message)) return 'changed';
  return /\badded\b/.test(message.replaceAll(/`[^`]*`/g, '')) ? 'added' : 'changed';
}

/** `GET /pets › limit › schema: Upper bound changed.` without its location. */
function withoutLocation(message: string): string {
  const text = /^[^:]+ › .*?: (.*)$/s.exec(message)?.[1] ?? message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The innermost markable node on the way to the change. A removed value is not in the document any more: its container
 * is the innermost one.
 */
function findPlace(document: PageDocument, change: SpecChange): Markable | undefined {
  const keys = change.pointer.split('/').slice(1).map(unescapeToken);
  let node: unknown = document;
  let place: Node | undefined;
  for (const [index, key] of keys.entries()) {
    const parent: unknown = node;
    if (!isNode(parent)) break;
    node = Array.isArray(parent) ? findParameter(parent, Number(key), change) : own(parent, key);
    if (!isNode(node)) break;
    if (isMarkable(keys.slice(0, index + 1))) {
      place = node;
      if (typeof node.$ref === 'string') node = place = inline(document, node);
      if (!Array.isArray(parent)) Object.assign(parent, { [key]: node });
      // Swagger UI shows a parameter without the parts of its schema.
      if (keys[index - 1] === 'parameters') break;
    }
  }
  return place;
}

/** The pointer counts the parameters in another order if the path has some of its own, so the message must name it. */
function findParameter(list: readonly unknown[], index: number, { message }: SpecChange): unknown {
  const names = message.split(': ', 1)[0]?.split(' › ') ?? [];
  const isNamed = (entry: unknown) => isNode(entry) && names.includes(String(entry.name));
  return isNamed(list[index]) ? list[index] : list.find(isNamed);
}

function isMarkable(keys: readonly string[]): boolean {
  const [group = '', key = ''] = keys.slice(-2);
  return (
    ['parameters', 'responses', 'properties', 'schemas'].includes(group) ||
    (['schema', 'items'].includes(key) && group !== 'properties')
  );
}

/** Replaces a reference by a copy of its target, which can have marks of its own. */
function inline(document: PageDocument, { $ref, ...siblings }: Node): Node {
  let target: unknown = document;
  for (const token of String($ref).split('/').slice(1))
    target = isNode(target) ? own(target, unescapeToken(decodeURIComponent(token))) : undefined;
  if (!isNode(target)) return { $ref, ...siblings };
  const { 'x-review-marks': _, ...copy } = target;
  return { ...copy, ...siblings };
}

function own(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
