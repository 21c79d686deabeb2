// All requests for the constructs that the contract may have: valid, invalid and edge cases.
import { BODY_REQUESTS } from './body-requests.js';
import { CONSTRUCTS, type Construct, type HttpCase, type Row } from './http-case.js';
import { PARAMETER_REQUESTS } from './parameter-requests.js';
import { STORED_REQUESTS } from './stored-requests.js';

const ROWS: Readonly<Record<Construct, readonly Row[]>> = {
  ...PARAMETER_REQUESTS,
  ...BODY_REQUESTS,
  ...STORED_REQUESTS,
};

export const HTTP_CASES: readonly HttpCase[] = CONSTRUCTS.flatMap((construct) =>
  ROWS[construct].map(([request, body, status, reply, ...headers]) => ({
    construct,
    request,
    headers,
    ...(body !== undefined && { body }),
    status,
    reply,
  })),
);
