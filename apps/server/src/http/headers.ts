// Reading and writing headers unchanged, without the work that Node and Express do for each of them.
import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** Express' `res.set` would check each header for something to add, which takes time. */
export function setHeaders(res: ServerResponse, headers: HeaderValues = {}): void {
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) res.setHeader(name, String(value));
  }
}
