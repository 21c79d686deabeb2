// Cases of edits as data: the YAML files in test/cases.
import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '@animal-store/spec';
import { parse } from 'yaml';
import type { Level } from '../../src/diff/change.js';
import { add, all, copy, type Edit, remove, rename, set, without } from './edit-contract.js';

/** What a case expects, and what it starts from. */
export interface Case {
  name: string;
  /** Applied to both contracts: what the edit changes must exist first. */
  before: Edit;
  edit: Edit;
  /** What the decisive message must match. */
  says: RegExp;
}

export interface EditCase extends Case {
  wire: Level;
  source: Level;
  /** The reason of a decisive change must match this. */
  why?: RegExp;
  /** No message and no reason may match this, whatever the level. */
  never?: RegExp;
  /** The UTC date of the comparison. */
  today?: string;
  /** Why an edit that breaks the wire has no witness. Every other such edit must have one. */
  unseen?: string;
}

export interface PlacedCase extends Omit<Case, 'before'> {
  /** The keys of the line that the problem names: by default, those of the last step. */
  at: string;
}

/** Texts with `$NAME` are written once for each entry of `each` that has the NAME. A group of `shapes` has anchors alone. */
interface Group {
  /** Steps before those of each row. */
  start?: Json;
  /** Properties of each row that has no other. */
  defaults?: Json;
  each?: Record<string, string>[];
  rows?: Record<string, Json>;
}
type Json = Record<string, unknown>;

/** Paths of the fixture by the name that begins a path in the files. */
const PATHS: Record<string, string> = {
  LIST: 'paths /pets get',
  TAGS: 'paths /pets get parameters 3', // where a further parameter of listPets stands
  ADD: 'paths /pets post',
  BODY: 'paths /pets post requestBody content application/json schema',
  REPLY: 'paths /pets post responses 201 content application/json schema',
  ITEM: 'paths /pets/{petId}',
  GET: 'paths /pets/{petId} get',
  ORDERS: 'paths /store/orders get',
  LIMIT: 'components parameters Limit',
  SCHEMAS: 'components schemas',
  NEWPET: 'components schemas NewPet',
  EXTRA: 'components schemas NewPet properties extra',
  PET: 'components schemas Pet',
};
const toPath = (text: string) => text.replace(/^[A-Z]+(?= |$)/, (name) => PATHS[name] ?? name);

const DEPRECATION = ['deprecated', 'x-deprecated-since', 'x-deprecated-sunset'];
const VERBS: Record<string, (path: string, value: unknown) => Edit> = {
  set,
  add,
  remove,
  without,
  rename: (path, value) => rename(path, String(value)),
  copy: (path, value) => copy(path, toPath(String(value))),
  deprecate: (path, sunset) =>
    all(
      ...[true, '2026-01-01', sunset].map((value, index) =>
        set(`${path} ${DEPRECATION[index]}`, value),
      ),
    ),
  withdraw: (path) => all(...DEPRECATION.map((key) => remove(`${path} ${key}`))),
};
const verbOf = (step: string) => VERBS[step.split(' ', 1).join()];
const pathOf = (step: string) => toPath(step.slice(step.indexOf(' ') + 1));

/** Steps such as `set LIMIT maximum: 50`, or `remove LIMIT` without a value, in their order. */
function toEdit(steps: unknown): Edit {
  return all(
    ...Object.entries(steps ?? {}).map(([step, value]) => {
      const verb = verbOf(step);
      if (verb === undefined) throw new Error(`no such step: ${step}`);
      return verb(pathOf(step), value);
    }),
  );
}

const toRegExp = (text: unknown) =>
  new RegExp(String(text).replace('(?m)', ''), String(text).startsWith('(?m)') ? 'm' : '');

/** Expands variables and `$ref: Name`. Only integers that are not exact as a number stay a bigint. */
function expand(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'string')
    return value.replace(/\$([A-Z]+)/g, (text, name) => variables[name] ?? text);
  if (Array.isArray(value)) return value.map((item) => expand(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      expand(key, variables),
      key === '$ref' && /^\w+$/.test(inner)
        ? `#/components/schemas/${inner}`
        : expand(inner, variables),
    ]),
  );
}

function rowsOf(file: string): { name: string; row: Json; start: Edit }[] {
  const options = { intAsBigInt: true, merge: true, maxAliasCount: -1 };
  const groups: Group[] = parse(
    readFileSync(new URL(`../cases/${file}`, import.meta.url), 'utf8'),
    options,
  );
  return groups.flatMap(({ start, defaults, each = [{}], rows = {} }) =>
    each.flatMap((variables) =>
      Object.entries(rows).map(([name, row]) => ({
        name: String(expand(name, variables)),
        row: expand({ ...defaults, ...row }, variables) as Json,
        start: toEdit(expand(start, variables)),
      })),
    ),
  );
}

function toCase(name: string, row: Json, start: Edit): Case {
  const steps = Object.entries(row).filter(([key]) => verbOf(key));
  return {
    name,
    before: all(start, toEdit(row.before)),
    edit: toEdit(Object.fromEntries(steps)),
    says: toRegExp(row.says),
  };
}

/** Cases with a place: the refused constructs, what the linter reports, and what is served. */
export function readCases(file: string): PlacedCase[] {
  return rowsOf(file).map(({ name, row, start }) => {
    const { before, edit, says } = toCase(name, row, start);
    const at = row.at ?? Object.keys(row).filter(verbOf).map(pathOf).at(-1);
    return { name, edit: all(before, edit), says, at: toPath(String(at)) };
  });
}

/** Cases of the text of YAML. */
export function readTexts() {
  return rowsOf('texts.yaml').map(({ name, row: { replace, write, says } }) => ({
    name,
    replace: String(replace),
    write: String(write),
    says: toRegExp(says),
  }));
}

export function readEdits(file: string): EditCase[] {
  return rowsOf(file).flatMap(({ name, row, start }) =>
    atEachPlace(name, row).map((one) => {
      const [wire, source] = String(one.row.rated).split(' ') as [Level, Level];
      const { why, never, today, unseen } = one.row as Record<string, string | undefined>;
      return {
        ...toCase(one.name, one.row, start),
        wire,
        source,
        ...(why !== undefined && { why: toRegExp(why) }),
        ...(never !== undefined && { never: toRegExp(never) }),
        ...(today !== undefined && { today }),
        ...(unseen !== undefined && unseen !== '$UNSEEN' && { unseen }),
      };
    }),
  );
}

/** Where a row of a schema before and after stands, by the name of its ratings: the step that puts a schema there, and its path. */
const PLACES: Record<string, (schema: unknown) => [step: Json, path: string]> = {
  request: (schema) => setAt('NEWPET properties tag', schema),
  response: (schema) => setAt('PET properties tag', schema),
  body: (schema) => setAt('BODY', schema),
  reply: (schema) => setAt('REPLY', schema),
  parameter: (schema) => [
    { 'add LIST parameters': { name: 'tags', in: 'query', schema } },
    'TAGS schema',
  ],
};
const setAt = (path: string, schema: unknown): [Json, string] => [
  { [`set ${path}`]: schema },
  path,
];

/** Rows of a schema before and after: a case for each rating, there and back, or one of requests and responses together. */
function atEachPlace(name: string, row: Json): { name: string; row: Json }[] {
  if (!('from' in row)) return [{ name, row }];
  const { from, to, unseen, says, ...rest } = row;
  const toRow = (places: string[], one: unknown, other: unknown) => ({
    ...rest,
    before: Object.assign({}, ...places.map((place) => PLACES[place]?.(one)[0])),
    ...Object.fromEntries(places.map((place) => [`set ${PLACES[place]?.(one)[1]}`, other])),
  });
  if ('rated' in row) return [{ name, row: { ...toRow(['request', 'response'], from, to), says } }];
  return Object.keys(PLACES).flatMap((place) =>
    [row[place] ?? '-'].flat().flatMap((rated, index) => {
      if (rated === '-') return [];
      const [one, other] = index === 0 ? [from, to] : [to, from];
      const direction = index === 0 ? place : `${place}, back`;
      const reason = isObject(unseen) ? unseen[direction] : unseen;
      return {
        name: `${name}, in a ${direction}`,
        row: {
          ...toRow([place], one, other),
          rated,
          says: (Array.isArray(says) ? says[index] : says) ?? '\\btag\\b',
          unseen: String(rated).startsWith('major') ? reason : undefined,
        },
      };
    }),
  );
}

const filesIn = (folder: string) =>
  readdirSync(new URL(`../cases/${folder}`, import.meta.url))
    .sort()
    .map((name) => `${folder}/${name}`);
export const REFUSED_FILES = filesIn('refused');
export const EDIT_FILES = filesIn('edits');
