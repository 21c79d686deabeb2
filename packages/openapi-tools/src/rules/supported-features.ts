// Rule: the contract uses only features of OpenAPI that the server, the SDK and the generator support.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf } from '../json.js';
import { SUPPORTED_METHODS, UNSUPPORTED_METHODS } from '../methods.js';
import { rootKeyLocation } from './report-location.js';

const PARAMETER_LOCATIONS = ['path', 'query', 'header'];

export const supportedFeatures: Oas3Rule = () => ({
  Root(root, { report, location }) {
    if (entriesOf(root.paths).length === 0)
      report({
        message: 'The contract must have `paths` with at least one operation.',
        location: rootKeyLocation(location, root, 'paths'),
      });
    if (!Array.isArray(root.servers) || root.servers.length === 0)
      report({
        message: 'The contract must have `servers`: their URLs end in the base path.',
        location: rootKeyLocation(location, root, 'servers'),
      });
  },
  PathItem(item, { report, location }) {
    for (const method of UNSUPPORTED_METHODS)
      if (method in item)
        report({
          message: `The method \`${method}\` is not supported: the server answers HEAD and OPTIONS itself and never serves TRACE. Use ${SUPPORTED_METHODS.join(', ')}.`,
          location: location.child(method).key(),
        });
  },
  Parameter(parameter, { report, location }) {
    if (PARAMETER_LOCATIONS.includes(String(parameter.in))) return;
    report({
      message: `A parameter must be in ${PARAMETER_LOCATIONS.join(', ')} (got ${JSON.stringify(parameter.in)}).`,
      location: location.child('in'),
    });
  },
});
