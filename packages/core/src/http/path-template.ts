// Path templates of the contract (`/pets/{petId}`): precedence and matching.

/** The values of a path's parameters, by name. */
export type PathValues = Readonly<Record<string, string>>;

const PARAMETER = /\{([^}]+)\}/g;

/** Sorts concrete paths before templated ones. Source: OpenAPI 3.1, Paths Object. */
export function byPrecedence(left: string, right: string): number {
  const [leftRank, rightRank] = [rankOf(left), rankOf(right)];
  if (leftRank === rightRank) return 0;
  return leftRank < rightRank ? -1 : 1;
}

/** The sort key: each `{` becomes a character that sorts after every character of a path. */
function rankOf(template: string): string {
  return template.replaceAll('{', '\uffff');
}

/** Returns a function from a path to its parameters, still percent-encoded; undefined if the path does not match. */
export function matcher(template: string): (path: string) => PathValues | undefined {
  if (!template.includes('{')) return (path) => (path === template ? {} : undefined);
  const names: string[] = [];
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(PARAMETER, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    });
  const expression = new RegExp(`^${pattern}$`);
  return (path) => {
    const found = expression.exec(path);
    if (found === null) return undefined;
    const values: Record<string, string> = {}; // no parameter is named __proto__: spec lint refuses it
    for (const [index, name] of names.entries()) values[name] = found[index + 1] ?? '';
    return values;
  };
}
