// Serialization of parameters: `style` and `explode`, which have defaults (OpenAPI 3.1, Parameter Object).
import { formatPointer, getIn, parsePointer, resolvePointer } from '@animal-store/openapi-tools';
import type { Documents } from './change.js';
import type { RedoclyChange } from './redocly-diff.js';

/** Whether a change of `style` or `explode` leaves the serialization as it was, because it only writes out a default. */
export function isSameSerialization(change: RedoclyChange, { base, head }: Documents): boolean {
  if (change.typeName !== 'Parameter' || !/^(?:style|explode)$/.test(change.property ?? ''))
    return false;
  const [before, after] = [
    serializationOf(base, change.base?.pointer, change.property),
    serializationOf(head, change.head?.pointer, change.property),
  ];
  return before !== undefined && before === after;
}

/** @param pointer to the parameter, or to the keyword in it. */
function serializationOf(
  document: unknown,
  pointer: string | undefined,
  keyword: string | undefined,
): string | undefined {
  if (pointer === undefined) return undefined;
  const keys = parsePointer(pointer);
  const parameter = resolvePointer(
    document,
    formatPointer(...(keys.at(-1) === keyword ? keys.slice(0, -1) : keys)),
  );
  const isQuery = getIn(parameter, 'in') === 'query';
  const style = getIn(parameter, 'style') ?? (isQuery ? 'form' : 'simple');
  const explode = getIn(parameter, 'explode') ?? style === 'form';
  return `${style} ${explode}`;
}
