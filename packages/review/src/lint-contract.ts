// Owns the linter: which rules a contract is held to. Every fault counts; there are no mere warnings.
import { createConfig, type Plugin } from '@redocly/openapi-core';
import { type Fault, findFaults } from './contract.js';
import { deprecation } from './rules/deprecation.js';
import { exampleFits } from './rules/example-fits.js';
import { int64Range, quotedDates } from './rules/literals.js';
import { rateHeaders } from './rules/rate-headers.js';
import { rateLimitBan } from './rules/rate-limit-ban.js';
import { rateLimitPlans } from './rules/rate-limit-plans.js';
import { requestLimits } from './rules/request-limits.js';
import { safePattern } from './rules/safe-pattern.js';
import { securityApplies } from './rules/security-applies.js';
import { stability } from './rules/stability.js';

/** @param now decides which sunsets have passed. */
export async function lintContract(file: string, now: () => Date): Promise<Fault[]> {
  const house = {
    'security-applies': securityApplies,
    'rate-headers': rateHeaders,
    stability,
    deprecation: deprecation(now),
    'quoted-dates': quotedDates,
    'int64-range': int64Range,
    'example-fits': exampleFits,
    'safe-pattern': safePattern,
    'rate-limit-plans': rateLimitPlans,
    'rate-limit-ban': rateLimitBan,
    'request-limits': requestLimits,
  };
  const plugin: Plugin = { id: 'house', rules: { oas3: house } };
  const config = await createConfig({
    plugins: [plugin],
    extends: ['recommended'],
    rules: {
      'operation-description': 'error',
      'operation-operationId': 'error',
      'operation-4xx-response': 'error',
      'operation-tag-defined': 'error',
      'parameter-description': 'error',
      // `example-fits` sees what these do not: headers, integer formats.
      'no-invalid-media-type-examples': 'off',
      'no-invalid-parameter-examples': 'off',
      'no-invalid-schema-examples': 'off',
      ...Object.fromEntries(Object.keys(house).map((name) => [`house/${name}`, 'error'])),
    },
  });
  const faults = await findFaults(file, config);
  return faults.filter(({ message }) => !message.includes(UNUSED_ON_PURPOSE));
}

/** No operation can refer to it: it answers the methods that a path does not have. */
const UNUSED_ON_PURPOSE = 'Component: "MethodNotAllowed" is never used.';
