// Owns the paths of the contract as patterns: `/pets/{petId}`.

/** Of a path's parameters, by name. */
export type PathValues = Readonly<Record<string, string>>;

const PARAMETER = /\{([^}]+)\}/g;

/** A path that is written out comes before one with a parameter in its place. Source: OpenAPI 3.1, Paths Object. */
export function byPrecedence(left: string, right: string): number {
  return rankOf(left) < rankOf(right) ? -1 : 1;
}

/** Where a parameter begins it has a character that comes behind all that a path is written with. */
function rankOf(template: string): string {
  return template.replaceAll('{', '\uffff');
}

/** Gives the values of a path's parameters, still percent-encoded; undefined for another path. */
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
    const values = expression.exec(path)?.slice(1);
    return values && Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  };
}

/** The same as Express spells it: `/pets/:petId`. */
export function toExpressPath(template: string): string {
  return template.replace(/[()[\]+?!:*\\]/g, '\\$&').replace(PARAMETER, ':$1');
}
