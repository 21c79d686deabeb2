// The schemas of a contract as they apply to one kind of message: a request has no `readOnly` property, a reply no
// `writeOnly` one.
import { getIn, isObject, type JsonObject } from '../../json.js';

/** `either` is for an example that stands at a schema, and may be of both. */
export const MESSAGES = ['request', 'reply', 'either'] as const;
export type Message = (typeof MESSAGES)[number];

/** The keywords of properties that the message does not have, and of those that it may lack even if they are required. */
const FORBIDDEN = { request: ['readOnly'], reply: ['writeOnly'], either: [] };
const OPTIONAL = { ...FORBIDDEN, either: ['readOnly', 'writeOnly'] };

/** A copy in which properties that the message does not have are forbidden, and not required. */
export function schemasOf(message: Message, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => schemasOf(message, item));
  if (!isObject(node)) return node;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(node)) copy[key] = schemasOf(message, value);
  const { properties, required } = copy;
  if (!isObject(properties)) return copy;
  const withAny = (keywords: string[]) =>
    Object.keys(properties).filter((name) =>
      keywords.some((keyword) => getIn(properties, name, keyword) === true),
    );
  const exempt = withAny(OPTIONAL[message]);
  if (Array.isArray(required)) copy.required = required.filter((name) => !exempt.includes(name));
  for (const name of withAny(FORBIDDEN[message])) properties[name] = false;
  return copy;
}
