// Normal form of a bundled contract, which every reader gets: the entries of `paths` stand in place and hold nothing but
// operations, and the parameters of a path stand in each of its operations.
import { entriesOf, getIn, isObject, type JsonObject, listOf } from '../json.js';
import { followReference } from '../json-pointer.js';
import { isMethod } from '../methods.js';

/** Changes the document in place, so that its objects keep their places in the files. It refuses nothing. */
export function toNormalForm(document: JsonObject): void {
  for (const [path, entry] of entriesOf(document.paths)) {
    const item = followReference(document, entry);
    if (!isObject(item)) continue;
    const inherited = listOf(item.parameters);
    const operations = Object.entries(item).filter(([key]) => isMethod(key));
    for (const [, operation] of operations)
      if (isObject(operation) && inherited.length > 0)
        operation.parameters = withInherited(listOf(operation.parameters), inherited, document);
    Object.assign(Object(document.paths), { [path]: item });
    delete item.parameters;
    delete item.summary; // every operation has texts of its own
    delete item.description;
  }
}

/** The parameters of a path that an operation does not override, and its own. */
function withInherited(
  own: readonly unknown[],
  inherited: readonly unknown[],
  document: object,
): unknown[] {
  const keyOf = (entry: unknown) => {
    const parameter = followReference(document, entry);
    return `${getIn(parameter, 'in')} ${getIn(parameter, 'name')}`;
  };
  const known = own.map(keyOf);
  return [...inherited.filter((entry) => !known.includes(keyOf(entry))), ...own];
}
