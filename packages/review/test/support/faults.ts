// Owns the edits that the linter must refuse, a fault each, and what it must say of them.
import { add, type Edit, remove, rename, set } from './edit.js';

const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';
const SCHEMAS = 'components schemas';

export const FAULTS: [string, Edit, RegExp][] = [
  ['no operationId', remove(`${LIST} operationId`), /operation-operationId /],
  ['an operationId twice', set(`${GET} operationId`, 'listPets'), /operation-operationId-unique/],
  ['no summary', remove(`${LIST} summary`), /operation-summary/],
  ['no description', remove(`${LIST} description`), /operation-description/],
  ['no security', remove('security'), /security-applies/],
  ['security: []', set(`${LIST} security`, []), /security-applies An operation must not/],
  ['security or nothing', add('security', {}), /security-applies/],
  ['a scheme that is not declared', set('security 0', { other: [] }), /security-defined/],
  ['no 429', remove(`${LIST} responses 429`), /rate-headers An operation must declare its 429/],
  [
    'a 429 without Retry-After',
    remove('components responses RateLimited headers Retry-After'),
    /rate-headers The 429 .*Retry-After/,
  ],
  [
    'a reply without its quota',
    remove(`${LIST} responses 200 headers RateLimit`),
    /rate-headers The 200 .*RateLimit/,
  ],
  [
    'a quota that may be absent',
    remove('components headers X-RateLimit-Limit required'),
    /rate-headers .*required: true/,
  ],
  ['no 4xx', set(`${LIST} responses`, { 200: { description: 'Fine.' } }), /operation-4xx-response/],
  [
    'an example out of bounds',
    set('components parameters Limit example', 101),
    /example-fits .*<= 100/,
  ],
  [
    'an example of a header out of bounds',
    set('components headers Retry-After example', 0),
    /example-fits .*>= 1/,
  ],
  [
    'an example of a body with a field too many',
    set(`${LIST} responses 200 content application/json example 0 colour`, 'red'),
    /example-fits .*additional/,
  ],
  [
    'a named example of another type',
    set(
      'components responses RateLimited content application/json examples keyBanned value status',
      '429',
    ),
    /example-fits .*\/status/,
  ],
  ['a default out of bounds', set('components parameters Limit schema default', 0), /example-fits/],
  [
    'an example of 33 bits in 32',
    set(
      `paths /store/orders get responses 200 content application/json example 0 quantity`,
      2 ** 32,
    ),
    /example-fits .*int32/,
  ],
  ['a marker that does not exist', set(`${LIST} x-stability`, 'gamma'), /stability `x-stability`/],
  ['"stable" as a marker', set(`${LIST} x-stability`, 'stable'), /stability `x-stability`/],
  [
    'deprecated without since',
    remove(`${GET} x-deprecated-since`),
    /deprecation .*must have `x-deprecated-since`/,
  ],
  [
    'deprecated without sunset',
    remove(`${GET} x-deprecated-sunset`),
    /deprecation .*must have `x-deprecated-sunset`/,
  ],
  [
    'deprecated without successor',
    remove(`${GET} x-deprecated-successor`),
    /deprecation .*must have `x-deprecated-successor`/,
  ],
  [
    'a sunset of what is not deprecated',
    remove(`${GET} deprecated`),
    /deprecation .*not `deprecated: true`/,
  ],
  [
    'a day that does not exist',
    set(`${GET} x-deprecated-sunset`, '2030-02-30'),
    /deprecation-values .*day of the calendar/,
  ],
  [
    'a sunset before the deprecation',
    set(`${GET} x-deprecated-sunset`, '2026-11-20'),
    /deprecation .*must come after/,
  ],
  [
    'a successor that does not exist',
    set(`${GET} x-deprecated-successor`, 'findPet'),
    /deprecation-values .*"findPet"/,
  ],
  [
    'itself as successor',
    set(`${GET} x-deprecated-successor`, 'getPet'),
    /deprecation-values .*"getPet"/,
  ],
  [
    'a pattern that does not compile',
    set(`${SCHEMAS} PetName pattern`, '^\\p{Nope}$'),
    /safe-pattern .*does not compile/,
  ],
  [
    'a pattern that needs no flag u',
    set(`${SCHEMAS} PetName pattern`, '^\\-$'),
    /safe-pattern .*does not compile/,
  ],
  [
    'a pattern that explodes',
    set(`${SCHEMAS} PetName pattern`, '^(a+)+$'),
    /safe-pattern .*backtrack/,
  ],
  [
    'a pattern that explodes over alternatives',
    set(`${SCHEMAS} PetName pattern`, '^(a|a)*$'),
    /safe-pattern/,
  ],
  [
    'a pattern that grows with the square',
    set(`${SCHEMAS} PetName pattern`, '^\\s*a*\\s*a*$'),
    /safe-pattern/,
  ],
  ['no plans', remove('x-rate-limit-plans'), /rate-limit-plans/],
  ['no plan for strangers', remove('x-rate-limit-plans free'), /rate-limit-plans .*`free`/],
  [
    'a plan without a day',
    remove('x-rate-limit-plans pro perDay'),
    /rate-limit-plans The plan pro/,
  ],
  [
    'a quota of nothing',
    set('x-rate-limit-plans pro perMinute', 0),
    /rate-limit-plans The plan pro/,
  ],
  ['a day below a minute', set('x-rate-limit-plans pro perDay', 100), /rate-limit-plans .*fewer/],
  [
    'a plan of another word',
    set('x-rate-limit-plans enterprise', 'endless'),
    /rate-limit-plans The plan enterprise/,
  ],
  ['a ban without its length', remove('x-rate-limit-ban seconds'), /rate-limit-ban/],
  [
    'a longest ban below the first',
    set('x-rate-limit-ban maxSeconds', 10),
    /rate-limit-ban .*shorter/,
  ],
  ['no ban', remove('x-rate-limit-ban'), /rate-limit-ban/],
  ['no limit of bodies', remove('x-max-body-bytes'), /request-limits `x-max-body-bytes`/],
  ['a retention in words', set('x-idempotency retentionSeconds', 'a day'), /request-limits/],
  [
    'a reference that leads nowhere',
    set(`${SCHEMAS} Pets items $ref`, '#/components/schemas/Nope'),
    /no-unresolved-refs .*schemas\/Nope/,
  ],
  ['a key that OpenAPI does not have', rename(`${LIST} summary`, 'sumary'), /struct .*sumary/],
  [
    'a schema that nobody uses',
    set(`${SCHEMAS} Lost`, { type: 'string' }),
    /no-unused-components .*Lost/,
  ],
  ['no 401', remove(`${LIST} responses 401`), /common-replies An operation must declare its 401/],
  ['no 500', remove(`${LIST} responses 500`), /common-replies An operation must declare its 500/],
  ['no 503', remove(`${LIST} responses 503`), /common-replies An operation must declare its 503/],
  [
    'a reply without its identifier',
    remove('components responses NotFound headers X-Request-Id'),
    /common-replies The 404 .*X-Request-Id/,
  ],
  [
    'a deprecated operation whose reply does not say since when',
    remove(`${GET} responses 200 headers Deprecation`),
    /deprecation-headers The 200 .*Deprecation/,
  ],
  [
    'a deprecated operation whose reply does not say until when',
    remove(`${GET} responses 200 headers Sunset`),
    /deprecation-headers The 200 .*Sunset/,
  ],
  [
    'a deprecated operation whose reply does not say what instead',
    remove(`${GET} responses 200 headers Link`),
    /deprecation-headers The 200 .*Link/,
  ],
  [
    'an extension misspelt',
    rename('paths /store/orders get x-stability', 'x-stabilty'),
    /known-extensions Nobody reads `x-stabilty`/,
  ],
  [
    'an extension of an operation at its path',
    set('paths /pets x-stability', 'beta'),
    /known-extensions `x-stability` belongs to an operation/,
  ],
  [
    'an extension of an operation at a schema',
    set(`${SCHEMAS} Pet x-deprecated-since`, '2026-11-20'),
    /known-extensions `x-deprecated-since` belongs to an operation/,
  ],
  [
    'an extension of the contract at an operation',
    set(`${LIST} x-max-body-bytes`, 10),
    /known-extensions `x-max-body-bytes` belongs to the top level/,
  ],
  [
    'a key in the URL',
    set('components securitySchemes bearerAuth', { type: 'apiKey', in: 'query', name: 'key' }),
    /bearer-only A security scheme must be/,
  ],
  [
    'a password',
    set('components securitySchemes bearerAuth scheme', 'basic'),
    /bearer-only A security scheme must be/,
  ],
  [
    'a name of properties that explodes',
    set(`${SCHEMAS} Pet patternProperties`, { '^(a+)+$': { type: 'string' } }),
    /safe-pattern .*backtrack/,
  ],
  [
    'a schema that cannot be compiled',
    set('components parameters Limit schema minimum', 'one'),
    /example-fits The schema cannot be compiled/,
  ],
  ['a relative address', set('servers 0 url', '/v1'), /server-addresses The address must be/],
  [
    'an address without a path',
    set('servers 0 url', 'https://api.animal-store.example'),
    /server-addresses The address must be absolute and have a path/,
  ],
  [
    'an address that varies',
    set('servers 0', {
      url: 'https://{host}/v1',
      variables: { host: { default: 'api.animal-store.example' } },
    }),
    /server-addresses The address must be/,
  ],
  [
    'addresses of two paths',
    set('servers 1 url', 'https://staging.animal-store.example/v2'),
    /server-addresses The addresses must all end in the same path/,
  ],
  [
    'an address of one operation',
    set(`${LIST} servers`, [{ url: 'https://other.animal-store.example/v1' }]),
    /server-addresses Servers stand at the top level alone/,
  ],
  [
    'an address of one path',
    set('paths /pets servers', [{ url: 'https://other.animal-store.example/v1' }]),
    /server-addresses Servers stand at the top level alone/,
  ],
  ['a version of two numbers', set('info version', '1.0'), /semantic-version `info.version`/],
  ['a version that is a word', set('info version', 'next'), /semantic-version `info.version`/],
  [
    'an operationId that is no name of a function',
    set(`${LIST} operationId`, 'list-pets'),
    /operation-names .*"list-pets"/,
  ],
  [
    "an operationId of JavaScript's own",
    set(`${LIST} operationId`, 'constructor'),
    /operation-names/,
  ],
  ['an operation that is a head', rename(LIST, 'head'), /served-parts .*`head`/],
  [
    'a parameter in a cookie',
    set('components parameters Limit in', 'cookie'),
    /served-parts .*"cookie"/,
  ],
  ['no paths', remove('paths'), /served-parts .*`paths`/],
  [
    'a schema that is itself',
    set(`${SCHEMAS} PetName`, { $ref: '#/components/schemas/PetName' }),
    /readable The reference #\/components\/schemas\/PetName leads back to itself/,
  ],
];
