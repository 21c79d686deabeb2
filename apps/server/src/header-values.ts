// Owns the look at a header as it was sent.
import type { IncomingMessage } from 'node:http';

/**
 * Every value that was sent of one header. Node's `headers` keep one of several or join them, which nobody has sent;
 * its `headersDistinct` build a table of all headers for each request that asks.
 * @param name In small letters.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
