// Rule: the successor of a deprecated operation is another operation.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../json.js';

const SUCCESSOR = 'x-deprecated-successor';

export const successors: Oas3Rule = () => {
  const ids = new Set<unknown>();
  const found: { id: unknown; name: unknown; reportUnknown(): void }[] = [];
  return {
    Operation(operation, { report, location }) {
      const { operationId: id } = operation;
      const name: unknown = getIn(operation, SUCCESSOR);
      ids.add(id);
      if (name === undefined) return;
      const reportUnknown = () =>
        report({
          message: `No other operation has the operationId ${JSON.stringify(name)}.`,
          location: location.child(SUCCESSOR).key(),
        });
      found.push({ id, name, reportUnknown });
    },
    Root: {
      leave() {
        for (const { id, name, reportUnknown } of found)
          if (name === id || !ids.has(name)) reportUnknown();
      },
    },
  };
};
