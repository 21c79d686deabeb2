// Rule: names lead to one thing each. They differ in more than upper and lower case: of operations, whose files would be one on
// some machines; of schemas, whose types would collide; and of headers, for which HTTP does not tell the cases apart. The
// successor of a deprecated operation is another one.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../json.js';

const SUCCESSOR = 'x-deprecated-successor';

export const names: Oas3Rule = () => {
  const operations = new Map<string, string>();
  const ids = new Set<unknown>();
  /** Run when all operations are known. */
  const successors: (() => void)[] = [];
  return {
    Root: {
      leave() {
        for (const check of successors) check();
      },
    },
    Components({ schemas }, { report, location }) {
      const types = new Map<string, string>();
      for (const [name] of entriesOf(schemas)) {
        const other = addName(types, name);
        const message = `The schemas ${other} and ${name} differ only in case: their types would collide.`;
        if (other) report({ message, location: location.child(['schemas', name]).key() });
      }
    },
    Operation(operation, { report, location, resolve }) {
      const { operationId = '', parameters = [] } = operation;
      ids.add(operationId);
      const successor: unknown = getIn(operation, SUCCESSOR);
      if (successor !== undefined)
        successors.push(() => {
          const message = `No other operation has the operationId ${JSON.stringify(successor)}.`;
          if (successor === operationId || !ids.has(successor))
            report({ message, location: location.child(SUCCESSOR).key() });
        });
      const other = addName(operations, operationId);
      // The same name twice is another rule's.
      if (other && other !== operationId) {
        const message = `The operationIds ${other} and ${operationId} differ only in case: their files would be one on some machines. Rename one.`;
        report({ message, location: location.child('operationId') });
      }
      const headers = new Map<string, string>();
      for (const [index, entry] of parameters.entries()) {
        const { node } = resolve<object>(entry);
        const name = String(getIn(node, 'name'));
        const message = `The header ${name} is declared twice: upper and lower case are the same in header names. Remove one.`;
        if (getIn(node, 'in') === 'header' && addName(headers, name) !== undefined)
          report({ message, location: location.child(['parameters', index]) });
      }
    },
    Response({ headers }, { report, location }) {
      const found = new Map<string, string>();
      for (const [name] of entriesOf(headers)) {
        const message = `The header ${name} is declared twice, in upper and lower case.`;
        if (addName(found, name))
          report({ message, location: location.child(['headers', name]).key() });
      }
    },
  };
};

/** The name that was added before, in whatever case; undefined if there is none. */
function addName(names: Map<string, string>, name: string): string | undefined {
  const other = names.get(name.toLowerCase());
  names.set(name.toLowerCase(), name);
  return other;
}
