// Relation of two regular expressions that consist of one character class, however each spells it: `^[a-z]{1,9}$`.
import type { Relation } from './relations.js';

const ONE_CLASS =
  /^\^(\[(?:\\.|[^\]\\])*\]|\\[dDwWsSpP](?:\{[^}]*\})?|[^\\[\](){}.*+?|^$])([*+?]|\{\d+(?:,\d*)?\})?\$$/su;
const LAST_CODE_POINT = 0x10ffff;

/** `other` if the patterns are not of that form, or each matches well-formed texts that the other does not. */
export function relatePatterns(before: unknown, after: unknown): Relation {
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

interface OneClass {
  member: RegExp;
  least: number;
  most: number;
}

function oneClass(pattern: unknown): OneClass | undefined {
  const [, characters, repetition = '{1}'] = ONE_CLASS.exec(String(pattern)) ?? [];
  if (characters === undefined) return undefined;
  const short: Record<string, [number, number]> = {
    '*': [0, Number.POSITIVE_INFINITY],
    '+': [1, Number.POSITIVE_INFINITY],
    '?': [0, 1],
  };
  const [, first, comma, last] = /^\{(\d+)(,?)(\d*)\}$/.exec(repetition) ?? [];
  const most = comma === '' ? Number(first) : last === '' ? Number.POSITIVE_INFINITY : Number(last);
  const [least, limit] = short[repetition] ?? [Number(first), most];
  return { member: new RegExp(`^${characters}$`, 'u'), least, most: limit };
}
