// Headers that responses have in common: types of their own, to which each response adds the rest. Without them, most of the
// text of the types would be the headers of the quota and of deprecations.

/** The headers of a response, which its content follows. */
const HEADERS = /^( *)headers: \{\n((?:\1 {4}.*\n)+)\1\};(?=\n\1content)/gm;
/** A header, or the signature of all others, with its comment. */
const MEMBER = /(?:^ *(?:\/\*|\*).*\n)*^ *[^\s/*].*\n/gm;

/** @param text of the types, as openapi-typescript prints them. */
export function shareHeaders(text: string): string {
  const found = Array.from(text.matchAll(HEADERS), ([, margin, body]) => membersOf(margin, body));
  const all = found.filter(areHeaders);
  const [first = []] = all;
  const common = first.filter((member) => all.every((members) => members.includes(member)));
  if (all.length < 2 || !common.some(isHeader)) return text;
  const frequent = mostFrequent(all.map((members) => without(members, common)));
  const shared = [
    ['CommonHeaders', common] as const,
    ...(frequent ? [['FrequentHeaders', frequent] as const] : []),
  ];
  const aliases = shared.map(([name, members]) => `type ${name} = ${literal(members, '')};\n`);
  return text
    .replace(HEADERS, (whole, margin: string, body: string) => {
      let own = membersOf(margin, body);
      if (!areHeaders(own)) return whole;
      const types: string[] = [];
      for (const [name, members] of shared) {
        if (!members.every((member) => own.includes(member))) continue;
        own = without(own, members);
        types.push(name);
      }
      if (own.length > 0) types.push(literal(own, margin));
      return `${margin}headers: ${types.join(' & ')};`;
    })
    .replace('export interface paths {', (start) => aliases.join('') + start);
}

/** Without their indentation. */
function membersOf(margin = '', body = ''): string[] {
  return body.replace(new RegExp(`^${margin} {4}`, 'gm'), '').match(MEMBER) ?? [];
}

function literal(members: readonly string[], margin: string): string {
  return `{\n${members.join('').replace(/^(?=.)/gm, `${margin}    `)}${margin}}`;
}

/** Whether these are the members of headers, and not of a schema's property named headers, which has no such signature. */
function areHeaders(members: readonly string[]): boolean {
  return members.some(isHeader) && members.includes('[name: string]: unknown;\n');
}

function isHeader(member: string): boolean {
  return !member.startsWith('[');
}

function without(members: readonly string[], group: readonly string[]): string[] {
  return members.filter((member) => !group.includes(member));
}

/** The several headers that most responses have beside the common ones; undefined if no two have the same. */
function mostFrequent(found: readonly string[][]): string[] | undefined {
  const groups = new Map<string, string[][]>();
  for (const members of found) {
    const text = members.join('');
    if (members.length > 1) groups.set(text, [...(groups.get(text) ?? []), members]);
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return largest.length > 1 ? largest[0] : undefined;
}
