// All requests for the constructs that the contract may have: valid, invalid and edge cases.
import { BODY_REQUESTS } from './body-requests.js';
import type { HttpCase, Row } from './http-case.js';
import { PARAMETER_REQUESTS } from './parameter-requests.js';
import { STORED_REQUESTS } from './stored-requests.js';

/** In the order in which they are tested: a later one may build on what an earlier one stored. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  ...PARAMETER_REQUESTS,
  ...BODY_REQUESTS,
  ...STORED_REQUESTS,
};
export const CONSTRUCTS = Object.keys(ROWS);

export const HTTP_CASES: readonly HttpCase[] = Object.entries(ROWS).flatMap(([construct, rows]) =>
  rows.map(([request, body, status, reply, ...headers]) => ({
    construct,
    request,
    headers,
    ...(body !== undefined && { body }),
    status,
    reply,
  })),
);
