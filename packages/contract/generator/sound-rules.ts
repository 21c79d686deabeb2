// Owns the list of the house's rules without which the code made from a contract is wrong, or does not start. The
// generator holds every contract to them; the linter does too, and to more.
import { deprecationValues } from './rules/deprecation-values.js';
import { operationNames } from './rules/operation-names.js';
import { rateLimitBan } from './rules/rate-limit-ban.js';
import { rateLimitPlans } from './rules/rate-limit-plans.js';
import { requestLimits } from './rules/request-limits.js';
import { servedParts } from './rules/served-parts.js';
import { serverAddresses } from './rules/server-addresses.js';

export const SOUND_RULES = {
  'server-addresses': serverAddresses,
  'served-parts': servedParts,
  'operation-names': operationNames,
  'deprecation-values': deprecationValues,
  'rate-limit-plans': rateLimitPlans,
  'rate-limit-ban': rateLimitBan,
  'request-limits': requestLimits,
};
