// Renderers of what runs: compiled validators, the tables that name them, and the data of a server. Validators are modules of
// their own, so that the SDK bundles those that it calls.
import type { ContractDocument, OperationSpec } from '../src/document.js';
import { compileBodies, compileParameters } from '../src/request-schemas/index.js';
import type { JsonSchema, SchemaObject } from '../src/request-schemas/json-schema.js';
import {
  type RequestSchemas,
  type Row,
  readPlainData,
  readRequestSchemas,
  readRows,
} from './read-contract.js';

/** The files by name. */
export function renderServer(
  document: ContractDocument,
  specs: readonly OperationSpec[],
): Record<string, string> {
  const plain = readPlainData(document, specs);
  const { requestDocument, errorBounds } = plain;
  const requests = readRequestSchemas(document, specs, requestDocument);
  const parameters = new Validators<SchemaObject>();
  const bodies = new Validators<JsonSchema>();
  const rows = new Validators<JsonSchema>();
  const table = requests.map((one) => renderRequest(one, parameters, bodies)).join('');
  const rowTable = Array.from(readRows(document), ([name, row]) =>
    renderRow(name, row, bodies, rows),
  ).join('');
  return {
    'parameter-validators.js': compileParameters(parameters.schemas, document),
    'parameter-validators.d.ts': parameters.renderTypes(),
    'body-validators.js': compileBodies(bodies.schemas, requestDocument) + bodies.renderAliases(),
    'body-validators.d.ts': bodies.renderTypes(),
    'row-validators.js': compileBodies(rows.schemas, requestDocument),
    'row-validators.d.ts': rows.renderTypes(),
    'error-bounds.ts': `/** Limits on the \`details\` of an error. */
export const ERROR_BOUNDS = ${JSON.stringify(errorBounds)};
`,
    'request-validators.ts': `import type { RequestValidators } from '@animal-store/core/validation';
import type { OperationId } from '../src/document.js';
${importsOf(table)}
export const REQUEST_VALIDATORS: Readonly<Record<OperationId, RequestValidators>> = {
${table}};
`,
    'server.ts': `import type { ContractData, PlainData, RowSchema } from '../src/contract-data.js';
import { REQUEST_VALIDATORS } from './request-validators.js';
${importsOf(rowTable)}
export type { ContractData, OperationData } from '../src/contract-data.js';

/** The values of the schemas that are enums, by name. */
export const ENUMS = ${JSON.stringify(readEnums(document), undefined, 2)} as const;

const PLAIN: PlainData = ${JSON.stringify(plain, undefined, 2)};

const ROWS: Readonly<Record<string, RowSchema>> = {
${rowTable}};

export const contract: ContractData = { ...PLAIN, validators: REQUEST_VALIDATORS, rows: ROWS };
`,
  };
}

/** Imports of the modules that a table names. */
function importsOf(table: string): string {
  const modules = { bodies: 'body', parameters: 'parameter', rows: 'row' };
  const used = Object.entries(modules).filter(([name]) => new RegExp(`[ []${name}\\.`).test(table));
  return used
    .map(([name, file]) => `import * as ${name} from './${file}-validators.js';\n`)
    .join('');
}

/** Validators by name. */
class Validators<Schema extends JsonSchema> {
  readonly schemas = new Map<string, Schema>();
  readonly #names = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  /** The name of the validator with an equal schema. */
  find(schema: Schema): string | undefined {
    return this.#names.get(JSON.stringify(schema));
  }

  /** @returns the name of the validator with an equal schema, of which this is an alias, or this one. */
  add(schema: Schema, name: string): string {
    const known = this.find(schema);
    if (known === undefined) {
      this.#names.set(JSON.stringify(schema), name);
      this.schemas.set(name, schema);
    } else this.#aliases.set(name, known);
    return known ?? name;
  }

  renderAliases(): string {
    const rows = Array.from(this.#aliases, ([name, known]) => `export const ${name} = ${known};\n`);
    return rows.join('');
  }

  renderTypes(): string {
    const names = [...this.schemas.keys(), ...this.#aliases.keys()];
    const rows = names.map((name) => `export const ${name}: SchemaValidator;\n`);
    return `import type { SchemaValidator } from '@animal-store/core/validation';\n\n${rows.join('')}export {};\n`;
  }
}

/** Each operation with a body has an export of its own, which the SDK names. */
function renderRequest(
  { id, parameters, body }: RequestSchemas,
  parameterValidators: Validators<SchemaObject>,
  bodyValidators: Validators<JsonSchema>,
): string {
  const names = parameters.map((schema) => {
    const name = `parameter${parameterValidators.schemas.size}`;
    return `parameters.${parameterValidators.find(schema) ?? parameterValidators.add(schema, name)}`;
  });
  const validate =
    body === undefined ? '' : `, body: bodies.${bodyValidators.add(body, `${id}Body`)}`;
  return `  ${id}: { parameters: [${names.join(', ')}]${validate} },\n`;
}

/** Its validator is that of the body that has its schema, if there is one. */
function renderRow(
  name: string,
  { schema, properties }: Row,
  bodies: Validators<JsonSchema>,
  rows: Validators<JsonSchema>,
): string {
  const body = bodies.find(schema);
  const validate = body ? `bodies.${body}` : `rows.${rows.add(schema, `row${rows.schemas.size}`)}`;
  return `  ${JSON.stringify(name)}: { properties: ${JSON.stringify(properties)}, validate: ${validate} },\n`;
}

function readEnums({ components: { schemas } }: ContractDocument): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, { enum: values }]) =>
      Array.isArray(values) && values.every((value) => typeof value === 'string')
        ? [[name, values]]
        : [],
    ),
  );
}
