// Header values exactly as the client sent them.
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
