// Owns the rule that the contract uses those parts of OpenAPI alone that the service has an answer for.
import type { Oas3Rule } from '@redocly/openapi-core';
import { METHODS } from '../../src/document.js';
import { members } from '../json.js';
import { rootKey } from './place.js';

const UNSERVED = ['head', 'options', 'trace'];
const PLACES = ['path', 'query', 'header'];

export const servedParts: Oas3Rule = () => ({
  Root(root, { report, location }) {
    if (members(root.paths).length === 0)
      report({
        message: 'The contract must have `paths` with operations.',
        location: rootKey(location, root, 'paths'),
      });
    if (!Array.isArray(root.servers) || root.servers.length === 0)
      report({
        message: 'The contract must have `servers`: their address says where its paths begin.',
        location: rootKey(location, root, 'servers'),
      });
  },
  PathItem(item, { report, location }) {
    for (const method of UNSERVED)
      if (method in item)
        report({
          message: `No operation can be \`${method}\`: the service answers HEAD and OPTIONS by itself, TRACE never. Take ${METHODS.join(', ')}.`,
          location: location.child(method).key(),
        });
  },
  Parameter(parameter, { report, location }) {
    if (PLACES.includes(String(parameter.in))) return;
    report({
      message: `A parameter must be in ${PLACES.join(', ')}, not in ${JSON.stringify(parameter.in)}.`,
      location: location.child('in'),
    });
  },
});
