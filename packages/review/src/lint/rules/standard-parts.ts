// Rule: every operation has the errors that the server itself sends, and every response the headers that the server sets.
// The build adds them where components describe them. What is missing is reported once, where it is shared.
import {
  deprecatedRequestParts,
  getIn,
  HEADERS_OF_ALL,
  headersOfOperation,
  isObject,
  standardErrors,
  withInherited,
} from '@animal-store/openapi-tools';
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';

export const standardParts: Oas3Rule = () => {
  const reported = new Set<string>();
  let document: object = {};
  let shared: Parameters<typeof withInherited>[1];
  return {
    Root(root) {
      document = root;
    },
    PathItem(item) {
      shared = item.parameters;
    },
    Operation(node, { report, location, resolve }) {
      const parameters = withInherited(node.parameters, shared, document);
      const operation = { ...node, parameters };
      const responses = Object.entries(operation.responses ?? {});
      const missing = Object.entries(standardErrors(operation, document)).filter(
        ([status]) => !responses.some(([declared]) => declared === status),
      );
      if (missing.length > 0) {
        const statuses = missing.map(([status]) => status).join(', ');
        const names = missing.map(([, name]) => name).join(', ');
        report({
          message: `The operation must have ${statuses}: the server sends ${missing.length === 1 ? 'it' : 'them'}. Describe ${names} in \`components.responses\`.`,
          location: location.child('responses').key(),
        });
      }
      const [part] = operation.deprecated ? [] : deprecatedRequestParts(operation, document);
      const subject = operation.deprecated ? 'a deprecated operation' : `an operation with ${part}`;
      const hasDeprecation = operation.deprecated === true || part !== undefined;
      for (const [status, entry] of responses) {
        const own = { node: entry, location: location.child(['responses', status]) };
        const response = follow(own, resolve);
        const check = (name: string, isRequired: boolean, of: string) => {
          const declared: unknown = getIn(response.node, 'headers', name);
          const header = follow(
            { node: declared, location: response.location.child(['headers', name]) },
            resolve,
          );
          if (declared !== undefined && (!isRequired || getIn(header.node, 'required') === true))
            return;
          const at = declared === undefined ? response.location : header.location;
          const place = `${at.pointer} ${name}`;
          if (reported.has(place)) return;
          reported.add(place);
          report({
            message: `The ${status} response${of} must declare the header ${name}${isRequired ? ' with `required: true`' : ''}.`,
            location: at.key(),
          });
        };
        for (const [name] of HEADERS_OF_ALL) check(name, true, '');
        if (status === '429') check('Retry-After', true, '');
        if (!hasDeprecation) continue;
        // `Link` may be optional: paginated operations use the same header. So may all on errors, which are shared.
        const isRequired = operation.deprecated === true && status.startsWith('2');
        const names = ['Deprecation', 'Sunset', ...(operation.deprecated ? ['Link'] : [])];
        for (const [name] of headersOfOperation(status, operation, document))
          if (names.includes(name)) check(name, isRequired && name !== 'Link', ` of ${subject}`);
      }
    },
  };
};

interface Place {
  node: unknown;
  location: UserContext['location'];
}

function follow({ node, location }: Place, resolve: UserContext['resolve']): Place {
  if (!isObject(node) || typeof node.$ref !== 'string') return { node, location };
  const target = resolve<object>(node);
  return { node: target.node, location: target.location ?? location };
}
