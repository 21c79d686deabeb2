// Required rules: a contract that breaks one of them makes wrong code, or a server that does not start. The generator
// and the linter both enforce them; the linter adds rules of style and review.
import { deprecationValues } from './rules/deprecation-values.js';
import { errorBounds } from './rules/error-bounds.js';
import { operationNames } from './rules/operation-names.js';
import { parameterTypes } from './rules/parameter-types.js';
import { rateLimitBan } from './rules/rate-limit-ban.js';
import { rateLimitPlans } from './rules/rate-limit-plans.js';
import { requestLimits } from './rules/request-limits.js';
import { serverUrls } from './rules/server-urls.js';
import { supportedFeatures } from './rules/supported-features.js';

export const REQUIRED_RULES = {
  'server-urls': serverUrls,
  'supported-features': supportedFeatures,
  'operation-names': operationNames,
  'parameter-types': parameterTypes,
  'deprecation-values': deprecationValues,
  'rate-limit-plans': rateLimitPlans,
  'rate-limit-ban': rateLimitBan,
  'request-limits': requestLimits,
  'error-bounds': errorBounds,
};
