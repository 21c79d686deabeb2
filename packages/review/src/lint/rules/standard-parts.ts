// Rule: every operation has the errors that the server itself sends, and every response the headers that the server sets.
// The build adds them where components describe them. What is missing is reported once, where it is shared.
import {
  deprecatedRequestParts,
  getIn,
  HEADERS_OF_ALL,
  headersOfOperation,
  standardErrors,
} from '@animal-store/spec';
import type { Oas3Rule } from '@redocly/openapi-core';

export const standardParts: Oas3Rule = () => {
  const reported = new Set<string>();
  let document: object = {};
  /** The operation that is visited, and what is deprecated of it. */
  let operation: { deprecated?: boolean } = {};
  let subject: string | undefined;
  return {
    Root(root) {
      document = root;
    },
    Operation: {
      enter(node, { report, location }) {
        operation = node;
        const [part] = deprecatedRequestParts(operation, document);
        subject = part && `an operation with ${part}`;
        if (operation.deprecated) subject = 'a deprecated operation';
        const missing = Object.entries(standardErrors(operation, document)).filter(
          ([status]) => getIn(node.responses, status) === undefined,
        );
        if (missing.length === 0) return;
        const statuses = missing.map(([status]) => status).join(', ');
        const names = missing.map(([, name]) => name).join(', ');
        report({
          message: `The operation must have ${statuses}: the server sends ${missing.length === 1 ? 'it' : 'them'}. Describe ${names} in \`components.responses\`.`,
          location: location.child('responses').key(),
        });
      },
      Response({ headers }, { report, location, resolve, key: status }) {
        const check = (name: string, isRequired: boolean, of = '') => {
          const declared = headers?.[name];
          const header = resolve(Object(declared));
          if (declared && (!isRequired || getIn(header.node, 'required') === true)) return;
          const own = declared ? location.child(['headers', name]) : location;
          const at = (getIn(declared, '$ref') ? header.location : undefined) ?? own;
          const place = `${at.pointer} ${name}`;
          if (reported.has(place)) return;
          reported.add(place);
          report({
            message: `The ${status} response${of} must declare the header ${name}${isRequired ? ' with `required: true`' : ''}.`,
            location: at.key(),
          });
        };
        for (const [name] of HEADERS_OF_ALL) check(name, true);
        if (status === '429') check('Retry-After', true);
        if (subject === undefined) return;
        // `Link` may be optional: paginated operations use the same header. So may all on errors, which are shared.
        const isRequired = operation.deprecated === true && String(status).startsWith('2');
        const names = ['Deprecation', 'Sunset', ...(operation.deprecated ? ['Link'] : [])];
        for (const [name] of headersOfOperation(String(status), operation, document))
          if (names.includes(name)) check(name, isRequired && name !== 'Link', ` of ${subject}`);
      },
    },
  };
};
