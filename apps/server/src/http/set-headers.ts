// Helper that sets several headers of a reply.
import type { ServerResponse } from 'node:http';

/** Sets the values unchanged. Express' `res.set` would check each header for something to add, which takes time. */
export function setHeaders(
  res: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
