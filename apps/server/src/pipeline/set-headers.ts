// Owns the setting of several headers of a reply.
import type { ServerResponse } from 'node:http';

/** Sets them as they are, where Express' `res.set` would look at each for what it may have to add. */
export function setHeaders(
  res: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
