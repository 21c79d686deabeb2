// Cases of edits as data: the YAML files in test/cases.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
  /** JSON Pointer into the base: what the edit removes. */
  removed?: string;
}

export interface RefusedCase extends Case {
  /** The keys of the line that the problem names: by default, those of the last step. */
  at: string;
}

/** A list of groups. Texts with `$NAME` are written once for each entry of `each` that has the NAME. */
interface Group {
  /** Steps before those of each row. */
  start?: Json;
  /** Properties of each row that has no other. */
  defaults?: Json;
  each?: Record<string, string>[];
  rows: Record<string, Json>;
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
  const url = new URL(`../cases/${file}`, import.meta.url);
  const groups: Group[] = parse(readFileSync(fileURLToPath(url), 'utf8'), { intAsBigInt: true });
  return groups.flatMap(({ start, defaults, each = [{}], rows }) =>
    each.flatMap((variables) =>
      Object.entries(rows).map(([name, row]) => ({
        name: String(expand(name, variables)),
        row: { ...defaults, ...(expand(row, variables) as Json) },
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

/** The files of refused constructs. */
export const REFUSED_FILES = [
  'service',
  'deprecation',
  'operations',
  'schemas',
  'specification',
].map((name) => `refused/${name}.yaml`);

/** Cases with a place: the refused constructs, what the linter reports, and what is served. */
export function readCases(file: string): RefusedCase[] {
  return rowsOf(file).map(({ name, row, start }) => ({
    ...toCase(name, row, start),
    at: toPath(String(row.at ?? Object.keys(row).filter(verbOf).map(pathOf).at(-1))),
  }));
}

export function readEdits(file: string): EditCase[] {
  return rowsOf(`edits/${file}`).flatMap(({ name, row, start }) =>
    bothDirections(name, row).map((one) => {
      const [wire, source] = String(one.row.rated).split(' ') as [Level, Level];
      const { why, never, today, unseen, removed } = one.row as Record<string, string | undefined>;
      return {
        ...toCase(one.name, one.row, start),
        wire,
        source,
        ...(why !== undefined && { why: toRegExp(why) }),
        ...(never !== undefined && { never: toRegExp(never) }),
        ...(today !== undefined && { today }),
        ...(unseen !== undefined && { unseen }),
        ...(removed !== undefined && { removed }),
      };
    }),
  );
}

const PROPERTIES = { request: 'NEWPET properties tag', response: 'PET properties tag' };

/** Rows of a schema before and after: a case for each direction that is rated, or one of both. */
function bothDirections(name: string, row: Json): { name: string; row: Json }[] {
  if (!('from' in row)) return [{ name, row }];
  const { from, to, unseen, ...rest } = row;
  const at = (value: unknown, places: string[]) =>
    Object.fromEntries(places.map((place) => [`set ${place}`, value]));
  const toRow = (places: string[]) => ({ before: at(from, places), ...at(to, places), ...rest });
  const rated = (['request', 'response'] as const).filter((direction) => direction in row);
  if (rated.length === 0) return [{ name, row: toRow(Object.values(PROPERTIES)) }];
  return rated.map((direction) => ({
    name: `${name}, in a ${direction}`,
    row: {
      ...toRow([PROPERTIES[direction]]),
      rated: row[direction],
      says: '\\btag\\b',
      unseen: (unseen as Json | undefined)?.[direction],
    },
  }));
}

export const EDIT_FILES: string[] = readdirSync(
  fileURLToPath(new URL('../cases/edits', import.meta.url)),
).sort();
