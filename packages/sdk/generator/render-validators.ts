// Renderers of the validators in generated/: compiled code, its types, and the tables that name it.
import {
  type ContractDocument,
  type OperationSpec,
  parametersOf,
  readErrorBounds,
} from '@animal-store/contract';
import { compileBodies, compileParameters } from '@animal-store/contract/request-schemas';
import type { BodySchema } from './body-schemas.js';

/** The files of generated/, by name. */
export function renderValidators(
  specs: readonly OperationSpec[],
  bodies: readonly BodySchema[],
  document: ContractDocument,
): Record<string, string> {
  const names = new Map<string, string>();
  const parameters = new Map<string, object>();
  /** Equal schemas have one validator. */
  const validatorOf = (schema: object): string => {
    const key = JSON.stringify(schema);
    const name = names.get(key) ?? `parameter${names.size}`;
    names.set(key, name);
    parameters.set(name, schema);
    return `parameters.${name}`;
  };
  const table = specs.map((spec) => {
    const operation = document.paths[spec.path]?.[spec.method];
    const declared = operation ? parametersOf(operation, document) : [];
    const validators = spec.parameters.map(({ name, in: place }) => {
      const parameter = declared.find((other) => other.name === name && other.in === place);
      if (parameter === undefined) throw new Error(`the contract has no parameter ${name}`);
      return validatorOf(parameter.schema);
    });
    const body = bodies.find(({ operations }) => operations.includes(spec.id));
    return `  ${spec.id}: { parameters: [${validators.join(', ')}]${body ? `, body: bodies.${body.name}` : ''} },\n`;
  });
  const compiled = new Map(bodies.map(({ name, operations: [id] }) => [name, id]));
  return {
    'body-validators.js': compileBodies(compiled, document),
    'body-validators.d.ts': renderTypes(compiled.keys()),
    'parameter-validators.js': compileParameters(parameters, document),
    'parameter-validators.d.ts': renderTypes(parameters.keys()),
    'body-schemas.ts': renderBodySchemas(bodies),
    'error-bounds.ts': `/** Limits on the \`details\` of an error. */
export const ERROR_BOUNDS = ${JSON.stringify(readErrorBounds(document))};
`,
    'request-validators.ts': `import type { OperationId } from '@animal-store/contract';
import type { RequestValidators } from '@animal-store/core/validation';
${importOf('bodies', compiled)}${importOf('parameters', parameters)}
export const REQUEST_VALIDATORS: Readonly<Record<OperationId, RequestValidators>> = {
${table.join('')}};
`,
  };
}

function renderTypes(names: Iterable<string>): string {
  const rows = Array.from(names, (name) => `export const ${name}: SchemaValidator;\n`);
  return `import type { SchemaValidator } from '@animal-store/core/validation';\n\n${rows.join('')}export {};\n`;
}

function importOf(name: 'bodies' | 'parameters', validators: ReadonlyMap<string, unknown>): string {
  const file = { bodies: 'body-validators.js', parameters: 'parameter-validators.js' }[name];
  return validators.size > 0 ? `import * as ${name} from './${file}';\n` : '';
}

function renderBodySchemas(bodies: readonly BodySchema[]): string {
  if (bodies.length === 0) return 'export {};\n';
  const rows = bodies.map(({ name, operations, hasDefaults }) => {
    const [id] = operations;
    const calls = operations.map((operation) => `\`${operation}\``).join(', ');
    return `/** Validates the body of ${calls}. */
export const ${name}Schema: BodySchema<SentBody<'${id}'>${hasDefaults ? `, ReceivedBody<'${id}'>` : ''}> =
  /* @__PURE__ */ createBodySchema(validators.${name});
`;
  });
  const isReceived = bodies.some(({ hasDefaults }) => hasDefaults);
  return `${isReceived ? "import type { ReceivedBody } from '@animal-store/contract';\n" : ''}import { type BodySchema, createBodySchema, type SentBody } from '../src/validation/body-schema.js';
import * as validators from './body-validators.js';

${rows.join('\n')}`;
}
