// Equality of two regular expressions that consist of one character class, however each spells it.

/** A class that is repeated over the whole text: `^[a-z]*$`. */
const ONE_CLASS = /^\^(\[(?:\\.|[^\]\\])*\])([*+?]|\{\d+(?:,\d*)?\})?\$$/su;
const LAST_CODE_POINT = 0x10ffff;

/** Whether both patterns are of that form, and match the same well-formed texts. False if that is not known. */
export function isSamePattern(before: unknown, after: unknown): boolean {
  const [was, is] = [oneClass(before), oneClass(after)];
  if (was === undefined || is === undefined || was.repetition !== is.repetition) return false;
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // surrogates, of which JSON texts of the service have no lone ones
    const character = String.fromCodePoint(code);
    if (was.member.test(character) !== is.member.test(character)) return false;
  }
  return true;
}

function oneClass(pattern: unknown): { member: RegExp; repetition: string } | undefined {
  const [, characters, repetition = ''] = ONE_CLASS.exec(String(pattern)) ?? [];
  if (characters === undefined) return undefined;
  return { member: new RegExp(`^${characters}$`, 'u'), repetition };
}
