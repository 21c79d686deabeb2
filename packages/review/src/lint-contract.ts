// Owns the linter: which rules a contract is held to. Every fault counts; there are no mere warnings.
import { createConfig, type Plugin } from '@redocly/openapi-core';
import { SOUND_RULES } from '../../contract/generator/sound-rules.js';
import { UNUSED_ON_PURPOSE } from './contract.js';
import { type Fault, findFaults } from './fault.js';
import { bearerOnly } from './rules/bearer-only.js';
import { commonReplies } from './rules/common-replies.js';
import { deprecation } from './rules/deprecation.js';
import { deprecationHeaders } from './rules/deprecation-headers.js';
import { exampleFits } from './rules/example-fits.js';
import { knownExtensions } from './rules/known-extensions.js';
import { int64Range, quotedDates } from './rules/literals.js';
import { rateHeaders } from './rules/rate-headers.js';
import { safePattern } from './rules/safe-pattern.js';
import { securityApplies } from './rules/security-applies.js';
import { semanticVersion } from './rules/semantic-version.js';
import { stability } from './rules/stability.js';

/** @param now decides which sunsets have passed. */
export async function lintContract(file: string, now: () => Date): Promise<Fault[]> {
  const house = {
    ...SOUND_RULES,
    'semantic-version': semanticVersion,
    'known-extensions': knownExtensions,
    'security-applies': securityApplies,
    'bearer-only': bearerOnly,
    'rate-headers': rateHeaders,
    'common-replies': commonReplies,
    stability,
    deprecation: deprecation(now),
    'deprecation-headers': deprecationHeaders,
    'quoted-dates': quotedDates,
    'int64-range': int64Range,
    'example-fits': exampleFits,
    'safe-pattern': safePattern,
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
  return findFaults(
    file,
    config,
    (rule, pointer) => rule === 'no-unused-components' && pointer === UNUSED_ON_PURPOSE,
  );
}
