// Lint cases of operations, responses, security and servers.
import { remove, rename, set } from '../edit-contract.js';
import type { LintCase } from './lint-case.js';

const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';

export const OPERATIONS: LintCase[] = [
  ['no operationId', remove(`${LIST} operationId`), /operation-operationId /],
  ['an operationId twice', set(`${GET} operationId`, 'listPets'), /operation-operationId-unique/],
  ['no summary', remove(`${LIST} summary`), /operation-summary/],
  ['no description', remove(`${LIST} description`), /operation-description/],
  ['a scheme that is not declared', set('security 0', { other: [] }), /security-defined/],
  [
    'no 429',
    remove(`${LIST} responses 429`),
    /rate-limit-headers The operation must declare a 429/,
  ],
  [
    'a 429 without Retry-After',
    remove('components responses RateLimited headers Retry-After'),
    /rate-limit-headers The 429 response .*Retry-After/,
  ],
  [
    'a response without rate-limit headers',
    remove(`${LIST} responses 200 headers RateLimit`),
    /rate-limit-headers The 200 response .*RateLimit/,
  ],
  [
    'an optional rate-limit header',
    remove('components headers X-RateLimit-Limit required'),
    /rate-limit-headers .*required: true/,
  ],
  ['no 4xx', set(`${LIST} responses`, { 200: { description: 'Fine.' } }), /operation-4xx-response/],
  ['an unknown keyword', rename(`${LIST} summary`, 'sumary'), /struct .*sumary/],
  ['no 401', remove(`${LIST} responses 401`), /common-responses The operation must declare a 401/],
  ['no 500', remove(`${LIST} responses 500`), /common-responses The operation must declare a 500/],
  ['no 503', remove(`${LIST} responses 503`), /common-responses The operation must declare a 503/],
  [
    'a response without X-Request-Id',
    remove('components responses NotFound headers X-Request-Id'),
    /common-responses The 404 .*X-Request-Id/,
  ],
  ['a relative server URL', set('servers 0 url', '/v1'), /server-urls The server URL must be/],
  [
    'a server URL without a path',
    set('servers 0 url', 'https://api.animal-store.example'),
    /server-urls The server URL must be absolute and have a path/,
  ],
  [
    'a server URL with variables',
    set('servers 0', {
      url: 'https://{host}/v1',
      variables: { host: { default: 'api.animal-store.example' } },
    }),
    /server-urls The server URL must be/,
  ],
  [
    'server URLs with two paths',
    set('servers 1 url', 'https://staging.animal-store.example/v2'),
    /server-urls All server URLs must end in the same path/,
  ],
  [
    'a server URL of one operation',
    set(`${LIST} servers`, [{ url: 'https://other.animal-store.example/v1' }]),
    /server-urls Declare servers at the top level only/,
  ],
  [
    'a server URL of one path',
    set('paths /pets servers', [{ url: 'https://other.animal-store.example/v1' }]),
    /server-urls Declare servers at the top level only/,
  ],
  [
    'an operationId that cannot name a function',
    set(`${LIST} operationId`, 'list-pets'),
    /operation-names .*"list-pets"/,
  ],
  ['a reserved operationId', set(`${LIST} operationId`, 'constructor'), /operation-names/],
  [
    'an operation for HEAD',
    rename(LIST, 'head'),
    /supported-features The method `head` is not supported/,
  ],
  ['no paths', remove('paths'), /supported-features .*`paths`/],
];
