// Constraints of schemas: how a change of a keyword changes the set of valid values, and what that means in requests and
// in responses. A request breaks if a value is no longer valid. A response breaks if a value is valid for the first time.
import { isDeepStrictEqual } from 'node:util';
import { listOf } from '@animal-store/spec';
import { BOUNDS, type BoundKeyword, type Direction, isBound } from '@animal-store/spec/model';
import type { Rating } from '../change.js';
import { isPartOfType } from '../normalize/keywords.js';
import { both, documentation } from '../ratings.js';

/** How the set of valid values changes. `other`: it gains values and loses values, or that is not known. */
export type Relation = 'same' | 'narrower' | 'wider' | 'other';

type Relate = (was: unknown, is: unknown) => Relation;

/** How two present values of a bound relate. A keyword that is added is narrower, one that is removed is wider. */
const BOUND_RELATIONS: Record<(typeof BOUNDS)[BoundKeyword]['kind'], Relate> = {
  least: (was, is) => (Number(is) < Number(was) ? 'wider' : 'narrower'),
  most: (was, is) => (Number(is) < Number(was) ? 'narrower' : 'wider'),
  multiple: (was, is) => {
    if (Number(was) % Number(is) === 0) return 'wider';
    return Number(is) % Number(was) === 0 ? 'narrower' : 'other';
  },
  flag: (_was, is) => (is === true ? 'narrower' : 'wider'),
};

const RELATIONS: Record<string, Relate> = {
  pattern: relatePatterns,
  type: (was, is) => subsets(listOf(was), listOf(is), isPartOfType),
  enum: (was, is) => subsets(listOf(was), listOf(is)),
  required: (was, is) => invert(subsets(listOf(was), listOf(is))),
};

/** Keywords that types of TypeScript express. The SDK's users see changes of the others in documentation only. */
const IN_TYPES = /^(?:type|enum|required)$/;

export function relationOf(keyword: string, was: unknown, is: unknown): Relation {
  if (isDeepStrictEqual(was, is)) return 'same';
  if (keyword === 'format') return relateFormats(was, is);
  if (was === undefined) return 'narrower';
  if (is === undefined) return 'wider';
  if (isBound(keyword)) return BOUND_RELATIONS[BOUNDS[keyword].kind](was, is);
  return RELATIONS[keyword]?.(was, is) ?? 'other';
}

const REJECTED = both('major', 'A request that was valid may be rejected.');
const UNEXPECTED = both('major', 'A client may receive a value that the contract did not allow.');

/** The ratings of changes that types show, by how they change the set of valid values. */
export const RATINGS: Record<Direction, Record<Relation, Rating>> = {
  request: {
    same: documentation('The same requests are valid.'),
    wider: both('minor', 'More requests are valid; those of existing clients stay valid.'),
    narrower: REJECTED,
    other: REJECTED,
  },
  reply: {
    same: documentation('The same responses are valid.'),
    narrower: both('minor', 'Responses guarantee more; existing clients understand them.'),
    wider: UNEXPECTED,
    other: UNEXPECTED,
  },
};

/** The rating of a change of `keyword` in messages of one direction. */
export function rateConstraint(
  keyword: string,
  was: unknown,
  is: unknown,
  direction: Direction,
  relation: Relation,
): Rating {
  const rating = RATINGS[direction][relation];
  if (keyword === 'format' && was !== is && [was, is].includes('int64')) {
    const why = 'The type in the SDK changes between `number` and `number | bigint`.';
    return { ...rating, source: 'major', why };
  }
  // Code that compares with a value that no longer exists does not compile.
  const isLost = (value: unknown) => !listOf(is).includes(value);
  if (keyword === 'enum' && is !== undefined && listOf(was).some(isLost))
    return { ...rating, source: 'major' };
  // TypeScript has one type of numbers.
  const baseTypes = (types: unknown) =>
    listOf(types).map((type) => (type === 'integer' ? 'number' : type));
  const isSameType = keyword === 'type' && isDeepStrictEqual(baseTypes(was), baseTypes(is));
  return IN_TYPES.test(keyword) && !isSameType ? rating : { ...rating, source: 'patch' };
}

/** The relation of schemas whose parts have these relations. */
export function combine(relations: readonly Relation[]): Relation {
  const found = new Set(relations.filter((relation) => relation !== 'same'));
  const [only = 'same', ...others] = found;
  return others.length > 0 ? 'other' : only;
}

/** @param isPart whether a value of one list is, or is within, a value of the other. */
function subsets(
  was: unknown[],
  is: unknown[],
  isPart: (one: unknown, other: unknown) => boolean = isDeepStrictEqual,
): Relation {
  const isWithin = (inner: unknown[], outer: unknown[]) =>
    inner.every((value) => outer.some((other) => isPart(value, other)));
  if (isWithin(is, was)) return isWithin(was, is) ? 'same' : 'narrower';
  return isWithin(was, is) ? 'wider' : 'other';
}

/** Of what excludes values: more of it leaves fewer valid values. */
function invert(relation: Relation): Relation {
  if (relation === 'narrower') return 'wider';
  return relation === 'wider' ? 'narrower' : relation;
}

/** `password` is a hint for people. Formats of other names than the integers' are not compared. */
function relateFormats(before: unknown, after: unknown): Relation {
  const [was, is] = [before, after].map((format) => (format === 'password' ? undefined : format));
  if (was === is) return 'same';
  if (was === undefined) return 'narrower';
  if (is === undefined || (was === 'int32' && is === 'int64')) return 'wider';
  return was === 'int64' && is === 'int32' ? 'narrower' : 'other';
}

const ONE_CLASS =
  /^\^(\[(?:\\.|[^\]\\])*\]|\\[dDwWsSpP](?:\{[^}]*\})?|[^\\[\](){}.*+?|^$])(?:([*+?])|\{(\d+(?:,\d*)?)\})?\$$/su;
/** The least and the most characters, as in `{1,9}`. */
const LENGTHS: Record<string, string> = { '*': '0,', '+': '1,', '?': '0,1' };
const LAST_CODE_POINT = 0x10ffff;

/**
 * Of patterns of one character class: `^[a-z]{1,9}$`. `other` if they are not of that form, or each matches well-formed texts
 * that the other does not.
 */
function relatePatterns(before: unknown, after: unknown): Relation {
  const [was, is] = [oneClass(before), oneClass(after)];
  if (was === undefined || is === undefined) return 'other';
  let [isWider, isNarrower] = [true, true];
  for (let code = 0; code <= LAST_CODE_POINT && (isWider || isNarrower); code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // surrogates, of which JSON texts of the service have no lone ones
    const character = String.fromCodePoint(code);
    const [had, has] = [was.member.test(character), is.member.test(character)];
    isWider &&= has || !had;
    isNarrower &&= had || !has;
  }
  isWider &&= is.least <= was.least && is.most >= was.most;
  isNarrower &&= is.least >= was.least && is.most <= was.most;
  if (isWider) return isNarrower ? 'same' : 'wider';
  return isNarrower ? 'narrower' : 'other';
}

/** The members of the class, and how many of them a text has. */
function oneClass(pattern: unknown) {
  const [, characters, sign = '', lengths = LENGTHS[sign] ?? '1'] =
    ONE_CLASS.exec(String(pattern)) ?? [];
  if (characters === undefined) return undefined;
  const [least, most = least] = lengths.split(',');
  return {
    member: new RegExp(`^${characters}$`, 'u'),
    least: Number(least),
    most: most === '' ? Number.POSITIVE_INFINITY : Number(most),
  };
}
