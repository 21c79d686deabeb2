// Deprecated parts of a request: the parameters and the properties of the body that an operation's requests can send.
import { entriesOf, getIn } from './json.js';
import { followReference } from './json-pointer.js';

/** Each as `the deprecated parameter limit`. @param shared The parameters of the path. */
export function deprecatedRequestParts(
  operation: object,
  shared: unknown,
  document: object,
): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const follow = (value: unknown) => followReference(document, value);
  const visit = (value: unknown): void => {
    const node = follow(value);
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [name, property] of entriesOf(getIn(node, 'properties')))
      if (isSent(property)) found.add(`the deprecated property ${name}`);
    for (const inner of Object.values(node)) visit(inner);
  };
  const isSent = (property: unknown) =>
    getIn(property, 'deprecated') === true &&
    [property, follow(property)].every((node) => getIn(node, 'readOnly') !== true);

  for (const entry of [getIn(operation, 'parameters'), shared].flat()) {
    const node = follow(entry);
    if (getIn(node, 'deprecated') === true)
      found.add(`the deprecated parameter ${getIn(node, 'name')}`);
  }
  const body = follow(getIn(operation, 'requestBody'));
  for (const [, media] of entriesOf(getIn(body, 'content'))) visit(getIn(media, 'schema'));
  return [...found];
}
