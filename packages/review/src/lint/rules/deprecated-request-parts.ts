// Deprecated parts of a request: the parameters and the properties of the body that an operation's requests can send.
import { entriesOf, getIn, isObject } from '@animal-store/openapi-tools';
import type { UserContext } from '@redocly/openapi-core';

type Context = Pick<UserContext, 'resolve' | 'location'>;

/** Each as `the deprecated parameter limit`. */
export function deprecatedRequestParts(
  operation: object,
  sharedParameters: unknown,
  { resolve, location }: Context,
): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const follow = (value: unknown, file: string): { node: unknown; file: string } => {
    if (!isObject(value) || typeof value.$ref !== 'string') return { node: value, file };
    const target = resolve<object>({ $ref: value.$ref }, file);
    return { node: target.node, file: target.location?.source.absoluteRef ?? file };
  };
  const visit = (value: unknown, file: string): void => {
    const { node, file: home } = follow(value, file);
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [name, property] of entriesOf(getIn(node, 'properties')))
      if (isSent(property, home)) found.add(`the deprecated property ${name}`);
    for (const inner of Object.values(node)) visit(inner, home);
  };
  const isSent = (property: unknown, file: string) =>
    getIn(property, 'deprecated') === true &&
    [property, follow(property, file).node].every((node) => getIn(node, 'readOnly') !== true);

  const file = location.source.absoluteRef;
  for (const entry of [getIn(operation, 'parameters'), sharedParameters].flat()) {
    const { node } = follow(entry, file);
    if (getIn(node, 'deprecated') === true)
      found.add(`the deprecated parameter ${getIn(node, 'name')}`);
  }
  const { node: body, file: home } = follow(getIn(operation, 'requestBody'), file);
  for (const [, media] of entriesOf(getIn(body, 'content'))) visit(getIn(media, 'schema'), home);
  return [...found];
}
