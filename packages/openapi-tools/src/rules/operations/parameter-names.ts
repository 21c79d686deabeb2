// Rule: the name of a parameter can be sent and read back, means one thing, and is not a header that HTTP or the server owns.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../../json.js';
import { keyLocation } from '../report-location.js';
import { RESERVED_REQUEST_HEADERS } from './http-headers.js';

const NAMES: Readonly<Record<string, { pattern: RegExp; says: string }>> = {
  path: { pattern: /^[\w.~-]+$/, says: 'letters, digits and any of _ . ~ -' },
  query: { pattern: /^[^\p{Cc}\p{Cs}[\]]+$/u, says: 'no brackets and no control characters' },
  header: {
    pattern: /^[\w!#$%&'*+.^`|~-]+$/,
    says: "letters, digits and any of ! # $ % & ' * + - . ^ _ ` | ~ (RFC 9110)",
  },
};

export const parameterNames: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    const message = nameProblem(parameter.in, parameter.name);
    if (message !== undefined) report({ message, location: location.child('name') });
    if (parameter.in === 'path' && parameter.required !== true)
      report({
        message: 'A path parameter is always required: write `required: true`.',
        location: keyLocation(location, parameter, 'required', 'name'),
      });
  },
  Operation(operation, { report, location, resolve }) {
    const seen = new Set<string>();
    for (const [index, entry] of (operation.parameters ?? []).entries()) {
      const parameter: unknown = resolve(entry).node;
      if (getIn(parameter, 'in') !== 'header') continue;
      const name = String(getIn(parameter, 'name'));
      if (seen.has(name.toLowerCase()))
        report({
          message: `The header ${name} is declared twice: upper and lower case are the same in header names. Remove one.`,
          location: location.child(['parameters', index]),
        });
      seen.add(name.toLowerCase());
    }
  },
});

function nameProblem(place: unknown, name: unknown): string | undefined {
  const { pattern, says } = NAMES[String(place)] ?? {};
  if (typeof name !== 'string' || pattern === undefined) return undefined; // other rules report these
  if (!pattern.test(name))
    return `The name of a ${place} parameter must have ${says} (got ${JSON.stringify(name)}).`;
  if (name === '__proto__')
    return `A call of the SDK cannot name ${name}, which every JavaScript object has: choose another.`;
  const owner = place === 'header' ? RESERVED_REQUEST_HEADERS[name.toLowerCase()] : undefined;
  return owner && `The header ${name} ${owner}. Remove the parameter, or give it another name.`;
}
