// Generated types without what says nothing: the methods and parameters that a path has not, and tags for plain text.

const PATHS = /^export interface paths \{\n[\s\S]*?^\}/m;
const NEVER = / {8}(?:\w+\?: never|parameters: \{\n(?: {12}\w+\?: never;\n)+ {8}\});\n/g;

/** A path keeps its operations only: openapi-typescript lists all other methods, and parameters that operations have. */
export function omitAbsent(text: string): string {
  return text.replace(PATHS, (paths) => paths.replace(NEVER, ''));
}

/** A description that begins its comment needs no tag: editors show it as the text. Nor does a type that lists its values. */
export function untagDescriptions(text: string): string {
  const untagged = text.replace(/^ *\* @enum \{string\}\n/gm, '');
  return untagged.replace(/\/\*\*\s+(?:\* )?@description (?!@)[\s\S]*?\*\//g, (comment) =>
    comment.replace('@description ', '').replace(/^( *\*) {5}/gm, '$1 '),
  );
}
