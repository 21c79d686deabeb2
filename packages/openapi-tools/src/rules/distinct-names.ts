// Rule: names differ in more than upper and lower case: of operations, whose files would be one on some machines; of
// schemas, whose types would collide; and of headers, for which HTTP does not tell the cases apart.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../json.js';

export const distinctNames: Oas3Rule = () => {
  const operations = new Names();
  return {
    Components({ schemas }, { report, location }) {
      const names = new Names();
      for (const [name] of entriesOf(schemas)) {
        const other = names.add(name);
        if (other !== undefined)
          report({
            message: `The schemas ${other} and ${name} differ only in case: their types would collide.`,
            location: location.child(['schemas', name]).key(),
          });
      }
    },
    Operation({ operationId, parameters = [] }, context) {
      const { report, location } = context;
      const other = operationId === undefined ? undefined : operations.add(operationId);
      if (other !== undefined && other !== operationId)
        // the same name twice is another rule's
        report({
          message: `The operationIds ${other} and ${operationId} differ only in case: their files would be one on some machines. Rename one.`,
          location: location.child('operationId'),
        });
      checkHeaders(parameters, context);
    },
    Response({ headers }, { report, location }) {
      const names = new Names();
      for (const [name] of entriesOf(headers))
        if (names.add(name) !== undefined)
          report({
            message: `The header ${name} is declared twice, in upper and lower case.`,
            location: location.child(['headers', name]).key(),
          });
    },
  };
};

function checkHeaders(parameters: readonly object[], { report, location, resolve }: UserContext) {
  const names = new Names();
  for (const [index, entry] of parameters.entries()) {
    const { node } = resolve<object>(entry);
    const name = String(getIn(node, 'name'));
    if (getIn(node, 'in') !== 'header' || names.add(name) === undefined) continue;
    report({
      message: `The header ${name} is declared twice: upper and lower case are the same in header names. Remove one.`,
      location: location.child(['parameters', index]),
    });
  }
}

class Names {
  readonly #byLowerCase = new Map<string, string>();

  /** The name that was added before, in whatever case; undefined if there is none. */
  add(name: string): string | undefined {
    const other = this.#byLowerCase.get(name.toLowerCase());
    this.#byLowerCase.set(name.toLowerCase(), name);
    return other;
  }
}
