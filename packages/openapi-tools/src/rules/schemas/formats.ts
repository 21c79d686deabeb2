// Rule: the server validates the format, and the type of the schema has it. An unknown format would be ignored.
import type { Oas3Rule } from '@redocly/openapi-core';
import { SUPPORTED_FORMATS } from '../../formats.js';
import { typesOf } from './schema-types.js';

export const formats: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (schema.format === undefined) return;
    const type = SUPPORTED_FORMATS[schema.format];
    const reportFormat = (message: string) =>
      report({ message, location: location.child('format') });
    if (type === undefined)
      reportFormat(
        `The format \`${schema.format}\` is not validated. Use one of ${Object.keys(SUPPORTED_FORMATS).join(', ')}, or a \`pattern\`.`,
      );
    else if (
      typesOf(schema).some((name) => name !== type && name !== 'null') ||
      typesOf(schema).length === 0
    )
      reportFormat(
        `The format \`${schema.format}\` is one of \`type: ${type}\`, which the schema must have.`,
      );
  },
});
