// Rule: a response header has one plain value, which the handler can set.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';
import { RESERVED_RESPONSE_HEADERS } from './http-headers.js';

export const responseHeaders: Oas3Rule = () => ({
  Response(response, { report, location }) {
    const seen = new Set<string>();
    for (const [name] of entriesOf(response.headers)) {
      const key = name.toLowerCase();
      const owner = RESERVED_RESPONSE_HEADERS[key];
      const reportName = (message: string) =>
        report({ message, location: location.child(['headers', name]).key() });
      if (owner !== undefined) reportName(`The header ${name} ${owner}. Remove it.`);
      if (seen.has(key))
        reportName(`The header ${name} is declared twice, in upper and lower case.`);
      seen.add(key);
    }
  },
  Header(header, { report, location, resolve }) {
    const types: unknown[] = [header.schema && getIn(resolve(header.schema).node, 'type')].flat();
    const type = types.find((name) => ['object', 'array', 'null'].includes(String(name)));
    if (type === undefined) return;
    report({
      message: `A response header cannot be of type ${type}: it is one text. Use a string, a number or a boolean.`,
      location: location.child('schema').key(),
    });
  },
});
