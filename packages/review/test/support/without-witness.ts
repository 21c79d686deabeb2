// Edits that break the wire without a witness, by name, each with the reason. Every other such edit must have one.
import { LIFE_CYCLE } from './edits/life-cycle.js';

const NO_SINGLE_MESSAGE = 'no single message shows it';
const STAYS_VALID = 'no message becomes wrong: the rating errs on the safe side';
const NEVER_REQUIRED = 'a reply may lack it in both contracts';
const OTHER_MEANING = 'the same requests are valid, with another meaning';
const ALWAYS_AUTHENTICATED = 'no request becomes wrong: anonymous ones become right';

/** Promises of dates break no build, whereas removals do. */
const DATES = LIFE_CYCLE.filter(({ wire, source }) => wire === 'major' && source !== 'major');

export const WITHOUT_WITNESS: Readonly<Record<string, string>> = {
  // quotas, promises, defaults, URLs
  'a lower quota': NO_SINGLE_MESSAGE,
  'a plan removed': NO_SINGLE_MESSAGE,
  'a plan without its numbers': NO_SINGLE_MESSAGE,
  'no plans at all': NO_SINGLE_MESSAGE,
  'a ban after fewer refusals': NO_SINGLE_MESSAGE,
  'a longer ban': NO_SINGLE_MESSAGE,
  'a longer longest ban': NO_SINGLE_MESSAGE,
  'no ban at all': NO_SINGLE_MESSAGE,
  'idempotency keys kept shorter': NO_SINGLE_MESSAGE,
  'a stable operation becomes beta': NO_SINGLE_MESSAGE,
  'a server URL removed': NO_SINGLE_MESSAGE,
  'a server URL changed': NO_SINGLE_MESSAGE,
  'an operation moved to another server URL': NO_SINGLE_MESSAGE,
  'a path moved to another server URL': NO_SINGLE_MESSAGE,
  'a moved operation moved back': NO_SINGLE_MESSAGE,
  'another default': NO_SINGLE_MESSAGE,
  'an added default': NO_SINGLE_MESSAGE,
  'a default where there was none': NO_SINGLE_MESSAGE,
  'another default in a request': NO_SINGLE_MESSAGE,
  'a default, in a request': NO_SINGLE_MESSAGE,
  ...Object.fromEntries(DATES.map(({ name }) => [name, NO_SINGLE_MESSAGE])),

  // security
  'no security': ALWAYS_AUTHENTICATED,
  'one operation without security': ALWAYS_AUTHENTICATED,
  'optional security': ALWAYS_AUTHENTICATED,
  'an experimental operation without security': ALWAYS_AUTHENTICATED,

  // what replies no longer have
  'a response property removed': NEVER_REQUIRED,
  'a property of a response removed the day before the sunset': NEVER_REQUIRED,
  'a response property called security removed': NEVER_REQUIRED,
  'a response property becomes write-only': NEVER_REQUIRED,
  'write-only, in a response': NEVER_REQUIRED,
  'a header removed': NEVER_REQUIRED,
  'all response headers removed': NEVER_REQUIRED,
  'a status removed': 'no reply has the status any more',
  'a success status removed': 'no reply has the status any more',
  'the 405 response removed': 'no reply has it any more',
  'another schema of the 405 response': 'no operation of the fixture refers to it',
  'a map in a response becomes closed': NEVER_REQUIRED,
  'patternProperties of a response removed': NEVER_REQUIRED,
  'a mapping added in a response': 'the constant of the branch excludes the name',

  // texts that both types have
  'another type of parameter': OTHER_MEANING,
  'a boolean parameter becomes a string': OTHER_MEANING,
  'a parameter becomes an array': OTHER_MEANING,
  'an array parameter no longer separated by commas': OTHER_MEANING,
  'an array parameter in another style': 'the service does not read that style',
  'at least one item': 'a repeated parameter without items is absent',
  'a header parameter removed': 'the service ignores headers that it does not know',
  'no Idempotency-Key': 'the service ignores headers that it does not know',

  // schemas that accept the same, or more
  'a body no longer validated': STAYS_VALID,
  'a body with patternProperties': STAYS_VALID,
  'a body with if': STAYS_VALID,
  'a body with dependentRequired': STAYS_VALID,
  'a conjunct of allOf added to a body': 'no value satisfies the conjuncts of the base',
  'a discriminator removed': STAYS_VALID,
  'an unknown keyword': STAYS_VALID,
  'a first discriminator of existing schemas': STAYS_VALID,
  'oneOf of branches that overlap as anyOf, in a response':
    'the search finds no value of both branches',
};
