// Messages: requests and replies as JSON values, `{ path, query, header, body }`, and their form on the wire.
import { getIn, isObject } from '@animal-store/openapi-tools';
import type { OperationShape } from '../service.js';

/** A JSON value: the values of parameters or headers by name, and the body. */
export type Message = unknown;

/** As a client sends it, or as a server answers. */
export interface WireMessage {
  /** With the values of path parameters and without the base path: `/pets/1`. */
  path: string;
  /** Without the `?`. */
  query: string;
  headers: Record<string, string>;
  mediaType: string | undefined;
  body: unknown;
  /** Of the body; the JSON text is padded with spaces. */
  minBytes: number;
}

/** @param parameters how they are written. */
export function toWire(
  message: Message,
  template: string,
  parameters: OperationShape['parameters'],
  mediaType: string | undefined,
): WireMessage {
  const body = getIn(message, 'body');
  const textsIn = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .flatMap((parameter) => {
        const value = getIn(message, place, parameter.name);
        const texts = value === undefined ? [] : toTexts(value, parameter);
        return texts.map((text) => [parameter.name, text] as const);
      });
  const path = template.replaceAll(/\{([^}]+)\}/g, (_template, name: string) => {
    const value = getIn(message, 'path', name);
    return encodeURIComponent(value === undefined ? '1' : toText(value)); // not every old contract declares it;
  });
  const query = textsIn('query').map(
    ([name, text]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(text).replaceAll('%2C', ',')}`,
  );
  return {
    path,
    query: query.join('&'),
    headers: Object.fromEntries(textsIn('header')),
    mediaType: body === undefined ? undefined : mediaType,
    body,
    minBytes: 0,
  };
}

/** What a report shows of a message: the path with the query, the headers, and the body if there is one. */
export function describeWire({ path, query, headers, mediaType, body, minBytes }: WireMessage) {
  return {
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...headers,
      ...(mediaType !== undefined && { 'Content-Type': mediaType }),
      ...(minBytes > 0 && { 'Content-Length': String(minBytes) }),
    },
    ...(body !== undefined && { body }),
  };
}

/** Whether HTTP can carry the message: a path has no empty value, a header no line breaks or spaces at its ends. */
export function isSendable({ path, headers }: WireMessage): boolean {
  return (
    !/\/(?:\/|\.{0,2}$)|\/\.{1,2}\//.test(path) &&
    Object.values(headers).every((text) => /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text))
  );
}

function toTexts(value: unknown, { list }: OperationShape['parameters'][number]): string[] {
  if (list === 'repeated' && Array.isArray(value)) return value.map(toText);
  return [Array.isArray(value) ? value.map(toText).join(',') : toText(value)];
}

function toText(value: unknown): string {
  if (value === null) return '';
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** A copy with the value at a path; without it, if the value is undefined. Objects and lists on the way are created. */
export function withValue(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = withValue(getIn(root, key), rest, value);
  if (Array.isArray(root)) {
    const items = [...root];
    items.splice(Number(key), 1, ...(inner === undefined ? [] : [inner]));
    return items;
  }
  const { [key]: _, ...others } = isObject(root) ? root : {};
  return inner === undefined ? others : { ...(isObject(root) ? root : {}), [key]: inner };
}
