// Required rules: a contract that breaks one of them makes wrong code, or a server that does not start. The generator
// and the linter both enforce them; the linter adds rules of style and review.
import type { Oas3Rule } from '@redocly/openapi-core';
import { apiVersion } from './rules/api-version.js';
import { deprecatedPlaces } from './rules/deprecated-places.js';
import { deprecationPolicy } from './rules/deprecation-policy.js';
import { deprecationValues } from './rules/deprecation-values.js';
import { errorBounds } from './rules/error-bounds.js';
import { knownExtensions } from './rules/known-extensions.js';
import { operationNames } from './rules/operation-names.js';
import { idempotencyKey } from './rules/operations/idempotency-key.js';
import { mediaTypes } from './rules/operations/media-types.js';
import { parameterNames } from './rules/operations/parameter-names.js';
import { parameterStyles } from './rules/operations/parameter-styles.js';
import { pathTemplates } from './rules/operations/path-templates.js';
import { requestBodies } from './rules/operations/request-bodies.js';
import { responseHeaders } from './rules/operations/response-headers.js';
import { responseStatuses } from './rules/operations/response-statuses.js';
import { parameterTypes } from './rules/parameter-types.js';
import { rateLimitBan } from './rules/rate-limit-ban.js';
import { rateLimitPlans } from './rules/rate-limit-plans.js';
import { referenceSiblings } from './rules/reference-siblings.js';
import { refusedFields } from './rules/refused-fields.js';
import { requestLimits } from './rules/request-limits.js';
import { schemaConstructs } from './rules/schema-constructs.js';
import { discriminators } from './rules/schemas/discriminators.js';
import { exactNumbers } from './rules/schemas/exact-numbers.js';
import { formats } from './rules/schemas/formats.js';
import { keywordTypes } from './rules/schemas/keyword-types.js';
import { openBranches } from './rules/schemas/open-branches.js';
import { portablePattern } from './rules/schemas/portable-pattern.js';
import { readWriteProperties } from './rules/schemas/read-write-properties.js';
import { safePattern } from './rules/schemas/safe-pattern.js';
import { satisfiableBounds } from './rules/schemas/satisfiable-bounds.js';
import { schemaNames } from './rules/schemas/schema-names.js';
import { uniqueItems } from './rules/schemas/unique-items.js';
import { validExamples } from './rules/schemas/valid-examples.js';
import { security } from './rules/security.js';
import { serverNames } from './rules/server-names.js';
import { serverUrls } from './rules/server-urls.js';
import { stability } from './rules/stability.js';
import { supportedFeatures } from './rules/supported-features.js';

export const REQUIRED_RULES: Readonly<Record<string, Oas3Rule>> = {
  'server-urls': serverUrls,
  'server-names': serverNames,
  'api-version': apiVersion,
  security,
  'supported-features': supportedFeatures,
  'refused-fields': refusedFields,
  'known-extensions': knownExtensions,
  'reference-siblings': referenceSiblings,
  'operation-names': operationNames,
  'parameter-types': parameterTypes,
  'path-templates': pathTemplates,
  'parameter-names': parameterNames,
  'parameter-styles': parameterStyles,
  'idempotency-key': idempotencyKey,
  'request-bodies': requestBodies,
  'media-types': mediaTypes,
  'response-statuses': responseStatuses,
  'response-headers': responseHeaders,
  'schema-names': schemaNames,
  'keyword-types': keywordTypes,
  formats,
  'exact-numbers': exactNumbers,
  'satisfiable-bounds': satisfiableBounds,
  'read-write-properties': readWriteProperties,
  'unique-items': uniqueItems,
  'open-branches': openBranches,
  discriminators,
  'portable-pattern': portablePattern,
  'safe-pattern': safePattern,
  'valid-examples': validExamples,
  stability,
  'schema-constructs': schemaConstructs,
  'deprecated-places': deprecatedPlaces,
  'deprecation-values': deprecationValues,
  'deprecation-policy': deprecationPolicy,
  'rate-limit-plans': rateLimitPlans,
  'rate-limit-ban': rateLimitBan,
  'request-limits': requestLimits,
  'error-bounds': errorBounds,
};

/** Rules of Redocly that are required as well, beside those on structure and references, which run before. */
export const REDOCLY_RULES = {
  'spec-strict-refs': 'error',
  'spec-ref-siblings': 'error',
  'spec-components-invalid-map-name': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'operation-2xx-response': 'error',
  'path-parameters-defined': 'error',
  'path-declaration-must-exist': 'error',
  'path-not-include-query': 'error',
  'no-path-trailing-slash': 'error',
  'no-undefined-server-variable': 'error',
  'no-identical-paths': 'error',
  'no-ambiguous-paths': 'error',
  'no-enum-type-mismatch': 'error',
  'no-duplicated-enum-values': 'error',
  'no-mixed-number-range-constraints': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-example-value-and-externalValue': 'error',
  'no-schema-type-mismatch': 'error',
  'no-illogical-composition-keywords': 'error',
} as const;
