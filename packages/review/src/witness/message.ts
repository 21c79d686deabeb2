// Messages: requests and replies as JSON values, `{ path, query, header, body }`, and their form on the wire.
import type { ParameterSpec } from '@animal-store/core';
import { getIn, isObject } from '@animal-store/spec';

/** A JSON value: the values of parameters or headers by name, and the body. */
export type Message = unknown;

type Parameter = Pick<ParameterSpec, 'name' | 'in' | 'list'>;

/** As a client sends it, or as a server answers. */
export interface WireMessage {
  /** With the values of path parameters and the query, without the base path: `/pets?limit=51`. */
  path: string;
  /** `Content-Length` is there if it matters: the JSON text of the body is then padded with spaces. */
  headers: Record<string, string>;
  body?: unknown;
}

/** @param parameters how they are written. */
export function toWire(
  message: Message,
  template: string,
  parameters: readonly Parameter[],
  mediaType: string,
): WireMessage {
  const body = getIn(message, 'body');
  const textsIn = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .flatMap((parameter) => {
        const texts = toTexts(getIn(message, place, parameter.name), parameter);
        return texts.map((text) => [parameter.name, text] as const);
      });
  const path = template.replaceAll(/\{([^}]+)\}/g, (_template, name: string) => {
    const value = getIn(message, 'path', name) ?? '1'; // not every old contract declares it
    return encodeURIComponent(toText(value));
  });
  const query = textsIn('query').map(
    ([name, text]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(text).replaceAll('%2C', ',')}`,
  );
  const headers = Object.fromEntries(textsIn('header'));
  return {
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: body === undefined ? headers : { ...headers, 'Content-Type': mediaType },
    ...(body !== undefined && { body }),
  };
}

/** Whether HTTP can carry the message: a path has no empty value, a header no line breaks or spaces at its ends. */
export function isSendable({ path, headers }: WireMessage): boolean {
  return (
    !/^[^?]*(?:\/(?:\/|\.{0,2}(?:\?|$))|\/\.{1,2}\/)/.test(path) &&
    Object.values(headers).every((text) => /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text))
  );
}

function toTexts(value: unknown, { list }: Parameter): string[] {
  if (value === undefined) return [];
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
  const object = isObject(root) ? root : {};
  if (inner !== undefined) return { ...object, [key]: inner };
  const { [key]: _, ...others } = object;
  return others;
}
