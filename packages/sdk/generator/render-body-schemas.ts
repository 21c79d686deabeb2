// Renderer of the schemas in generated/body-schemas.ts.
import type { SchemaExport } from './body-schemas.js';

/** `body-schemas.ts`: a schema for each body, of the validator that the contract has of it. */
export function renderBodySchemas(bodies: readonly SchemaExport[]): string {
  if (bodies.length === 0) return 'export {};\n';
  const rows = bodies.map(({ name, operations, hasDefaults }) => {
    const [id] = operations;
    const calls = operations.map((operation) => `\`${operation}\``).join(', ');
    return `/** Validates the body of ${calls}. */
export const ${name}Schema: BodySchema<SentBody<'${id}'>${hasDefaults ? `, ReceivedBody<'${id}'>` : ''}> =
  /* @__PURE__ */ createBodySchema(validators.${id}Body);
`;
  });
  const isReceived = bodies.some(({ hasDefaults }) => hasDefaults);
  return `${isReceived ? "import type { ReceivedBody } from '@animal-store/contract';\n" : ''}import * as validators from '@animal-store/contract/body-validators';
import { type BodySchema, createBodySchema, type SentBody } from '../src/validation/body-schema.js';

${rows.join('\n')}`;
}
