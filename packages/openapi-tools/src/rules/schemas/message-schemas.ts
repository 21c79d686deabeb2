// The schemas of a contract as they apply to one kind of message: a request has no `readOnly` property, a reply no
// `writeOnly` one.
import { entriesOf, isObject } from '../../json.js';

/** `either` is for an example that stands at a schema, and may be of both. */
export const MESSAGES = ['request', 'reply', 'either'] as const;
export type Message = (typeof MESSAGES)[number];

/** The keywords of properties that the message does not have. */
const FORBIDDEN: Readonly<Record<Message, readonly string[]>> = {
  request: ['readOnly'],
  reply: ['writeOnly'],
  either: [],
};

/** A copy in which properties that the message does not have are forbidden, and not required. */
export function schemasOf(message: Message, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => schemasOf(message, item));
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, schemasOf(message, value)]),
  );
  if (!isObject(node.properties)) return copy;
  const forbidden = FORBIDDEN[message];
  const isAbsent = (schema: unknown, keywords: readonly string[]) =>
    isObject(schema) && keywords.some((keyword) => schema[keyword] === true);
  const entries = entriesOf(node.properties);
  const optional = message === 'either' ? ['readOnly', 'writeOnly'] : forbidden;
  const exempt = entries.filter(([, schema]) => isAbsent(schema, optional)).map(([name]) => name);
  return {
    ...copy,
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [
        name,
        isAbsent(schema, forbidden) ? false : schemasOf(message, schema),
      ]),
    ),
    ...(Array.isArray(node.required) && {
      required: node.required.filter((name) => !exempt.includes(name)),
    }),
  };
}
