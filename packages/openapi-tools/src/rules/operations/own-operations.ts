// Rule: no two paths share their operations.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../../json.js';

export const ownOperations: Oas3Rule = () => ({
  Paths(paths, { report, location, resolve }) {
    const targets = new Map<unknown, string>();
    for (const [path, item] of Object.entries(paths))
      if (getIn(item, '$ref') === undefined) targets.set(item, path);
    for (const [path, item] of Object.entries(paths)) {
      if (typeof getIn(item, '$ref') !== 'string') continue;
      const target: unknown = resolve(item).node;
      const other = targets.get(target);
      targets.set(target, path);
      if (other !== undefined)
        report({
          message: `${path} has the operations of ${other}: an operationId names one method of one path. Write the operations once more, with operationIds of their own.`,
          location: location.child(path.replaceAll('%', '%25')).key(), // pointers are decoded
        });
    }
  },
});
