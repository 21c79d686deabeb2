// Renderers of what runs: compiled validators, the tables that name them, and the data of a server. Validators are modules of
// their own, so that the SDK bundles those that it calls.
import type { PlainData } from '@animal-store/core/contract-data';
import type { Contract, Edge } from '../../model/index.js';
import { type JsonSchema, toJsonSchema } from '../json-schema.js';
import { compileBodies, compileParameters, toRequestDocument } from '../requests/index.js';
import { type RequestSchemas, readPlainData, readRequestSchemas, readRows } from './server-data.js';

/** The files by name. Each operation with a body has an export of its own, which the SDK names. */
export function renderServer(contract: Contract): Record<string, string> {
  const requestDocument = toRequestDocument(contract);
  const plain: PlainData = { ...readPlainData(contract), requestDocument };
  const requests = readRequestSchemas(contract, requestDocument);
  const { parameters, bodies, requestTable } = nameRequestValidators(requests);
  const { rows, rowTable } = nameRowValidators(contract, requests);
  return {
    'parameter-validators.js': compileParameters(parameters, contract),
    'parameter-validators.d.ts': declareValidators(parameters.keys()),
    'body-validators.js': compileBodies(bodies, requestDocument),
    'body-validators.d.ts': declareValidators(bodies.keys()),
    'row-validators.js': compileBodies(rows, requestDocument),
    'row-validators.d.ts': declareValidators(rows.keys()),
    'error-bounds.ts': `/** Limits on the \`details\` of an error. */
export const ERROR_BOUNDS = ${JSON.stringify(plain.errorBounds)};
`,
    'request-validators.ts': `import type { RequestValidators } from '@animal-store/core/validation';
import type { operations } from './types.js';
${validatorImports(requestTable)}
export const REQUEST_VALIDATORS: Readonly<Record<keyof operations, RequestValidators>> = {
${requestTable.join('')}};
`,
    'server.ts': renderData(contract, plain, rowTable),
  };
}

/** The schemas of the validators by name, and a row for each operation that names its own. */
function nameRequestValidators(requests: readonly RequestSchemas[]) {
  const parameters = new Map<string, Edge | undefined>();
  const bodies = new Map<string, JsonSchema>();
  const names = new Map<string, string>();
  /** Equal schemas have one validator. */
  const nameOf = (schema: Edge | undefined): string => {
    const text = JSON.stringify(schema && toJsonSchema(schema)) ?? '';
    const name = names.get(text) ?? `parameter${names.size}`;
    names.set(text, name);
    parameters.set(name, schema);
    return `parameters.${name}`;
  };
  const requestTable = requests.map(({ id, parameters: schemas, body }) => {
    const validate = body === undefined ? '' : `, body: bodies.${id}Body`;
    if (body !== undefined) bodies.set(`${id}Body`, body);
    return `  ${id}: { parameters: [${schemas.map(nameOf).join(', ')}]${validate} },\n`;
  });
  return { parameters, bodies, requestTable };
}

/** The same for rows. A schema that is the body of an operation has the validator of that body. */
function nameRowValidators(contract: Contract, requests: readonly RequestSchemas[]) {
  const rows = new Map<string, JsonSchema>();
  const rowTable = Array.from(readRows(contract), ([name, { schema, properties }]) => {
    const same = requests.find(({ body }) => JSON.stringify(body) === JSON.stringify(schema));
    const validate = same ? `bodies.${same.id}Body` : `rows.row${rows.size}`;
    if (!same) rows.set(`row${rows.size}`, schema);
    return `  ${JSON.stringify(name)}: { properties: ${JSON.stringify(properties)}, validate: ${validate} },\n`;
  });
  return { rows, rowTable };
}

function renderData(contract: Contract, plain: PlainData, rowTable: readonly string[]): string {
  const listings = plain.operations.flatMap(({ id, listing }) =>
    listing === undefined ? [] : [`${id}: '${listing.schema}'`],
  );
  const codes = plain.operations.map(
    ({ id, errors }) => `${id}: ${JSON.stringify(Object.keys(errors))}[number]`,
  );
  return `import type { ContractData, PlainData, RowSchema } from '@animal-store/core/contract-data';
import type { Defaulted } from './defaults.js';
import type { operations as receivedOperations } from './received-types.js';
import { REQUEST_VALIDATORS } from './request-validators.js';
import type { components, operations } from './types.js';
${validatorImports(rowTable)}
/** What a shop is typed by. */
export interface ContractTypes {
  operations: operations;
  received: receivedOperations;
  defaulted: Defaulted;
  schemas: components['schemas'];
  listings: { ${listings.join('; ')} };
  stored: ${JSON.stringify(plain.stored)};
  errors: { ${codes.join('; ')} };
}

/** The values of the schemas that are enums, by name. */
export const ENUMS = ${JSON.stringify(readEnums(contract), undefined, 2)} as const;

const PLAIN: PlainData = ${JSON.stringify(plain, undefined, 2)};

const ROWS: Readonly<Record<string, RowSchema>> = {
${rowTable.join('')}};

export const contract: ContractData<ContractTypes> = { ...PLAIN, validators: REQUEST_VALIDATORS, rows: ROWS };
`;
}

/** Imports of the modules that a table names. */
function validatorImports(table: readonly string[]): string {
  const modules = { bodies: 'body', parameters: 'parameter', rows: 'row' };
  const used = Object.entries(modules).filter(([name]) =>
    new RegExp(`[ []${name}\\.`).test(table.join('')),
  );
  return used
    .map(([name, file]) => `import * as ${name} from './${file}-validators.js';\n`)
    .join('');
}

function declareValidators(names: Iterable<string>): string {
  const rows = Array.from(names, (name) => `export const ${name}: SchemaValidator;\n`);
  return `import type { SchemaValidator } from '@animal-store/core/validation';\n\n${rows.join('')}export {};\n`;
}

function readEnums({ schemas }: Contract): Record<string, unknown> {
  return Object.fromEntries(
    [...schemas].flatMap(([name, { schema, component }]) =>
      component === undefined && schema.enum?.every((value) => typeof value === 'string')
        ? [[name, schema.enum]]
        : [],
    ),
  );
}
