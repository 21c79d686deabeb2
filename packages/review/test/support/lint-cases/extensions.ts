// Lint cases of vendor extensions and deprecations.
import { remove, rename, set } from '../edit-contract.js';
import type { LintCase } from './lint-case.js';

const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';
const SCHEMAS = 'components schemas';

export const EXTENSIONS: LintCase[] = [
  ['an unknown stability', set(`${LIST} x-stability`, 'gamma'), /stability `x-stability`/],
  ['"stable" as stability', set(`${LIST} x-stability`, 'stable'), /stability `x-stability`/],
  [
    'a deprecated operation without a deprecation date',
    remove(`${GET} x-deprecated-since`),
    /deprecation .*must have `x-deprecated-since`/,
  ],
  [
    'a deprecated operation without a sunset',
    remove(`${GET} x-deprecated-sunset`),
    /deprecation .*must have `x-deprecated-sunset`/,
  ],
  [
    'a deprecated operation without a successor',
    remove(`${GET} x-deprecated-successor`),
    /deprecation .*must have `x-deprecated-successor`/,
  ],
  [
    'a sunset on an operation that is not deprecated',
    remove(`${GET} deprecated`),
    /deprecation .*not `deprecated: true`/,
  ],
  [
    'a date that does not exist',
    set(`${GET} x-deprecated-sunset`, '2030-02-30'),
    /deprecation-values .*calendar date/,
  ],
  [
    'a sunset before the deprecation',
    set(`${GET} x-deprecated-sunset`, '2026-11-20'),
    /deprecation .*must be later than/,
  ],
  [
    'a successor that does not exist',
    set(`${GET} x-deprecated-successor`, 'findPet'),
    /deprecation-values .*"findPet"/,
  ],
  [
    'an operation that is its own successor',
    set(`${GET} x-deprecated-successor`, 'getPet'),
    /deprecation-values .*"getPet"/,
  ],
  ['no plans', remove('x-rate-limit-plans'), /rate-limit-plans/],
  ['no plan for anonymous clients', remove('x-rate-limit-plans free'), /rate-limit-plans .*`free`/],
  [
    'a plan without a daily quota',
    remove('x-rate-limit-plans pro perDay'),
    /rate-limit-plans The plan pro/,
  ],
  ['a quota of zero', set('x-rate-limit-plans pro perMinute', 0), /rate-limit-plans The plan pro/],
  [
    'a daily quota below the quota for a minute',
    set('x-rate-limit-plans pro perDay', 100),
    /rate-limit-plans .*fewer/,
  ],
  [
    'a plan that is another word than custom',
    set('x-rate-limit-plans enterprise', 'endless'),
    /rate-limit-plans The plan enterprise/,
  ],
  ['a ban without a duration', remove('x-rate-limit-ban seconds'), /rate-limit-ban/],
  [
    'a longest ban below the first ban',
    set('x-rate-limit-ban maxSeconds', 10),
    /rate-limit-ban .*shorter/,
  ],
  ['no ban', remove('x-rate-limit-ban'), /rate-limit-ban/],
  ['no maximum body size', remove('x-max-body-bytes'), /request-limits `x-max-body-bytes`/],
  [
    'details without a limit',
    remove(`${SCHEMAS} Error properties details maxItems`),
    /error-bounds .*details\.maxItems/,
  ],
  [
    'a pointer without a limit',
    remove(`${SCHEMAS} ErrorDetail properties path maxLength`),
    /error-bounds .*path\.maxLength/,
  ],
  [
    'a retention that is not a number',
    set('x-idempotency retentionSeconds', 'a day'),
    /request-limits/,
  ],
  [
    'a deprecated operation whose response lacks Deprecation',
    remove(`${GET} responses 200 headers Deprecation`),
    /deprecation-headers The 200 .*Deprecation/,
  ],
  [
    'a deprecated operation whose response lacks Sunset',
    remove(`${GET} responses 200 headers Sunset`),
    /deprecation-headers The 200 .*Sunset/,
  ],
  [
    'a deprecated operation whose response lacks Link',
    remove(`${GET} responses 200 headers Link`),
    /deprecation-headers The 200 .*Link/,
  ],
  ...['Deprecation', 'Sunset', 'Link'].map(
    (name): LintCase => [
      `a deprecated operation whose error response lacks ${name}`,
      remove(`components responses NotFound headers ${name}`),
      new RegExp(`deprecation-headers The 404 .*${name}`),
    ],
  ),
  [
    'an extension misspelt',
    rename('paths /store/orders get x-stability', 'x-stabilty'),
    /known-extensions Unknown extension `x-stabilty`/,
  ],
  [
    'an extension of an operation at its path',
    set('paths /pets x-stability', 'beta'),
    /known-extensions `x-stability` is allowed only on an operation/,
  ],
  [
    'an extension of an operation at a schema',
    set(`${SCHEMAS} Pet x-deprecated-since`, '2026-11-20'),
    /deprecated-places `x-deprecated-since` .* allowed only on an operation, a parameter or a property/,
  ],
  [
    'an extension of the contract at an operation',
    set(`${LIST} x-max-body-bytes`, 10),
    /known-extensions `x-max-body-bytes` is allowed only at the top level/,
  ],
];
