// Rule: the values that the contract gives for headers and path parameters can be sent there. Examples and mocks send them.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { getIn } from '../../json.js';
import { examplesOf, schemasWithin } from '../schemas/schema-parts.js';

/** Field values (RFC 9110, 5.5), of which runtimes send characters up to U+00FF. */
const HEADER = {
  pattern: /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/,
  says: 'A header cannot carry it: use characters up to U+00FF, without control characters, and without spaces at the start and the end',
};
const VALUES: Readonly<Record<string, { pattern: RegExp; says: string }>> = {
  header: HEADER,
  path: {
    pattern: /^(?!\.{1,2}$)[^\p{Cs}]+$/u,
    says: 'A segment of a path cannot carry it: use a text that is neither empty, nor `.` or `..`, nor half of a character',
  },
  query: { pattern: /^[^\p{Cs}]*$/u, says: 'A URL cannot carry half of a character' },
};

export const sendableValues: Oas3Rule = () => ({
  Header: (header, context) => checkValues(header, HEADER, context),
  Parameter(parameter, context) {
    const rule = VALUES[String(parameter.in)];
    if (rule !== undefined) checkValues(parameter, rule, context);
  },
});

function checkValues(
  node: object,
  { pattern, says }: (typeof VALUES)[string],
  { report, location, resolve }: UserContext,
): void {
  const check = (value: unknown, at: UserContext['location']) => {
    for (const part of Array.isArray(value) ? value : [value])
      if (typeof part === 'string' && !pattern.test(part))
        report({ message: `${says} (got ${JSON.stringify(part)}).`, location: at.key() });
  };
  for (const { keys, value } of examplesOf(node, resolve)) check(value, location.child(keys));
  for (const within of schemasWithin(getIn(node, 'schema'), location.child('schema'), resolve))
    for (const key of ['const', 'default', 'enum', 'example', 'examples'])
      check(within.schema[key], within.location.child(key));
}
