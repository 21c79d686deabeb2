// Reading and writing headers unchanged, without the work that Node and Express do for each of them. All headers of a reply are
// one list, names and values in turns, as Node takes them for the head.
import type { IncomingMessage } from 'node:http';

/**
 * All values of one header, one for each time that it was sent. Node's `headers` keeps only one of them or joins them;
 * `headersDistinct` builds an object with all headers for each request that reads it.
 * @param name In lower case.
 */
export function rawHeaderValues(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** A value of a header, in OpenAPI's style `simple`. A header whose value is undefined is not sent. */
export type HeaderValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** @param list Names and values in turns, in which a header of the same name is replaced. */
export function putHeaders(list: string[], headers: HeaderValues = {}): void {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    const known = indexOfHeader(list, name);
    if (known < 0) list.push(name, String(value));
    else list[known + 1] = String(value);
  }
}

/** The index of a name in a list of names and values in turns; -1 if it is not there. */
export function indexOfHeader(list: readonly string[], name: string): number {
  for (let index = 0; index < list.length; index += 2) {
    const other = list[index] ?? '';
    if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return index;
  }
  return -1;
}

/** The lines of a head, for a reply without a response object. @param list Names and values in turns. */
export function formatHeaders(list: readonly string[]): string {
  return list.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
