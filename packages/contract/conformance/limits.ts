// Limits of the contract, so that the vectors follow edits of openapi.yaml.
import { document, operationSpecs, type Parameter, resolve } from '../src/index.js';

const { components, servers } = document;

/** The path prefix of every operation: `/v1`. */
export const BASE_PATH = new URL(servers[0].url).pathname;
export const MAX_BODY_BYTES = document['x-max-body-bytes'];
export const FREE = document['x-rate-limit-plans'].free;
export const BAN = document['x-rate-limit-ban'];
export const RETENTION_SECONDS = document['x-idempotency'].retentionSeconds;
export const MAX_DETAILS = components.schemas.Error.properties.details.maxItems;
export const MAX_NAME = numberOf(components.schemas.PetName, 'maxLength');
export const MAX_LIMIT = numberOf(schemaOf('listPets', 'limit'), 'maximum');
export const MAX_KEY = numberOf(schemaOf('createPet', 'Idempotency-Key'), 'maxLength');
export const STATUSES: readonly string[] = textsOf(components.schemas.PetStatus, 'enum');

/** A method without an operation at this path. */
export function undeclaredMethodOf(path: string): string {
  const item = document.paths[path] ?? {};
  const method = (['put', 'patch', 'delete', 'post'] as const).find((name) => !(name in item));
  if (method === undefined) throw new Error(`${path} has all methods`);
  return method.toUpperCase();
}

function schemaOf(id: string, name: string): object | undefined {
  const spec = operationSpecs.find((one) => one.id === id);
  const operation = spec && document.paths[spec.path]?.[spec.method];
  const parameters = (operation?.parameters ?? []).map((entry) =>
    resolve<Parameter>(entry, document),
  );
  const found = parameters.find((parameter) => parameter.name === name);
  return found && resolve<object>(found.schema, document);
}

function numberOf(schema: object | undefined, keyword: string): number {
  const value: unknown = Object.entries(schema ?? {}).find(([name]) => name === keyword)?.[1];
  if (typeof value !== 'number') throw new Error(`${keyword} is not a number: ${value}`);
  return value;
}

function textsOf(schema: object | undefined, keyword: string): string[] {
  const value: unknown = Object.entries(schema ?? {}).find(([name]) => name === keyword)?.[1];
  if (!Array.isArray(value)) throw new Error(`${keyword} is not a list: ${value}`);
  return value.map(String);
}
