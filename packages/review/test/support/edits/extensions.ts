// Edits of security and vendor extensions: quotas, limits, sunsets, stability.
import { add, all, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';
const ORDERS = 'paths /store/orders get';

export const EXTENSIONS: EditCase[] = [
  {
    name: 'no security',
    edit: remove('security'),
    level: 'major',
    says: /listPets: security was removed/,
  },
  {
    name: 'one operation without security',
    edit: set(`${LIST} security`, []),
    level: 'major',
    says: /listPets: security/,
  },
  { name: 'optional security', edit: add('security', {}), level: 'major', says: /loosened/ },
  {
    name: 'another scheme of the same name',
    edit: set('components securitySchemes bearerAuth scheme', 'basic'),
    level: 'major',
    says: /basic/,
  },
  {
    name: 'a second scheme on top',
    edit: all(
      set('components securitySchemes other', { type: 'http', scheme: 'basic' }),
      set('security 0 other', []),
    ),
    level: 'major',
    says: /bearerAuth and other/,
  },
  {
    name: 'a second scheme to choose',
    edit: all(
      set('components securitySchemes other', { type: 'http', scheme: 'basic' }),
      add('security', { other: [] }),
    ),
    level: 'minor',
    says: /also accepts other/,
  },
  {
    name: 'a lower quota',
    edit: set('x-rate-limit-plans pro perMinute', 200),
    level: 'major',
    says: /pro\.perMinute` changed from 300 to 200/,
  },
  {
    name: 'a higher quota',
    edit: set('x-rate-limit-plans pro perDay', 20_000),
    level: 'minor',
    says: /pro\.perDay/,
  },
  {
    name: 'a plan removed',
    edit: remove('x-rate-limit-plans business'),
    level: 'major',
    says: /business` removed/,
  },
  {
    name: 'an added plan',
    edit: set('x-rate-limit-plans team', { perMinute: 10, perDay: 20 }),
    level: 'minor',
    says: /team` added/,
  },
  {
    name: 'a plan without its numbers',
    edit: set('x-rate-limit-plans business', 'custom'),
    level: 'major',
    says: /business` changed/,
  },
  {
    name: 'a ban after fewer refusals',
    edit: set('x-rate-limit-ban refusalsPerMinute', 5),
    level: 'major',
    says: /refusalsPerMinute/,
  },
  {
    name: 'a longer ban',
    edit: set('x-rate-limit-ban seconds', 600),
    level: 'major',
    says: /ban\.seconds/,
  },
  {
    name: 'a longer longest ban',
    edit: set('x-rate-limit-ban maxSeconds', 7200),
    level: 'major',
    says: /maxSeconds/,
  },
  {
    name: 'a milder ban',
    edit: set('x-rate-limit-ban seconds', 60),
    level: 'minor',
    says: /ban\.seconds/,
  },
  {
    name: 'smaller bodies',
    edit: set('x-max-body-bytes', 1024),
    level: 'major',
    says: /x-max-body-bytes/,
  },
  {
    name: 'larger bodies',
    edit: set('x-max-body-bytes', 65_536),
    level: 'minor',
    says: /x-max-body-bytes/,
  },
  {
    name: 'idempotency keys kept shorter',
    edit: set('x-idempotency retentionSeconds', 60),
    level: 'major',
    says: /retentionSeconds/,
  },
  {
    name: 'an earlier sunset',
    edit: set(`${GET} x-deprecated-sunset`, '2027-06-01'),
    level: 'major',
    says: /getPet: `x-deprecated-sunset` changed/,
  },
  {
    name: 'a later sunset',
    edit: set(`${GET} x-deprecated-sunset`, '2031-12-05'),
    level: 'minor',
    says: /x-deprecated-sunset/,
  },
  {
    name: 'no sunset',
    edit: remove(`${GET} x-deprecated-sunset`),
    level: 'major',
    says: /x-deprecated-sunset` removed/,
  },
  {
    name: 'another successor',
    edit: set(`${GET} x-deprecated-successor`, 'listOrders'),
    level: 'minor',
    says: /x-deprecated-successor/,
  },
  {
    name: 'a stable operation becomes beta',
    edit: set(`${LIST} x-stability`, 'beta'),
    level: 'major',
    says: /x-stability.*beta/,
  },
  {
    name: 'an experimental operation becomes alpha',
    edit: set(`${ORDERS} x-stability`, 'alpha'),
    level: 'minor',
    says: /alpha/,
  },
  {
    name: 'no plans at all',
    edit: remove('x-rate-limit-plans'),
    level: 'major',
    says: /plans\.free` removed/,
    never: /does not affect clients/,
  },
  {
    name: 'no ban at all',
    edit: remove('x-rate-limit-ban'),
    level: 'major',
    says: /ban\.refusalsPerMinute` removed/,
    never: /does not affect clients/,
  },
  {
    name: 'a sunset of a stable operation',
    edit: all(set(`${LIST} deprecated`, true), set(`${LIST} x-deprecated-sunset`, '2026-11-21')),
    level: 'minor',
    says: /listPets: `x-deprecated-sunset` added/,
    never: /time to migrate than announced/,
  },
  {
    name: 'a deprecation withdrawn',
    edit: all(remove(`${GET} deprecated`), remove(`${GET} x-deprecated-sunset`)),
    level: 'minor',
    says: /x-deprecated-sunset` removed/,
    why: /no longer deprecated/,
  },
  {
    name: 'no successor',
    edit: remove(`${GET} x-deprecated-successor`),
    level: 'minor',
    says: /x-deprecated-successor` removed/,
    why: /no longer named/,
    never: /another operation/,
  },
  {
    name: 'another day of deprecation',
    edit: set(`${GET} x-deprecated-since`, '2026-11-21'),
    level: 'patch',
    says: /x-deprecated-since/,
  },
  {
    name: 'an extension where it is not read',
    edit: set('paths /pets x-stability', 'beta'),
    level: 'patch',
    says: /^\/pets: `x-stability` added/,
  },
  {
    name: 'an extension of a parameter',
    edit: set('components parameters Limit x-rate-limit-plans', 1),
    level: 'patch',
    says: /x-rate-limit-plans` added/,
  },
];
