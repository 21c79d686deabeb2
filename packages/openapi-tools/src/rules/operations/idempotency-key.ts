// Rule: `Idempotency-Key` is a header of operations that a retry would repeat, spelled as the server and the SDK look for it.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../../json.js';

const NAME = 'Idempotency-Key';
const METHODS = ['post', 'patch'];

export const idempotencyKey: Oas3Rule = () => ({
  Parameter({ in: place, name, schema }, { report, location, resolve }) {
    if (name === NAME && schema && getIn(resolve(schema).node, 'default') !== undefined)
      report({
        message: `A default of ${NAME} would make different requests share one key. Remove it.`,
        location: location.child('schema').key(),
      });
    if (name === NAME || String(name).toLowerCase() !== NAME.toLowerCase() || place !== 'header')
      return;
    report({
      message: `Write ${NAME}: the SDK looks for this spelling.`,
      location: location.child('name'),
    });
  },
  Operation(operation, { report, location, resolve, key }) {
    if (METHODS.includes(String(key))) return;
    for (const [index, entry] of (operation.parameters ?? []).entries())
      if (getIn(resolve<object>(entry).node, 'name') === NAME)
        report({
          message: `${NAME} has no meaning for ${String(key).toUpperCase()}, which can be repeated without it. Remove it.`,
          location: location.child(['parameters', index]),
        });
  },
});
