// Limits of the contract, so that the vectors follow edits of openapi.yaml.
import { METHODS } from '@animal-store/core';
import { type Parameter, resolve } from '@animal-store/spec/document';
import { document } from '../generated/document.js';
import { operationSpecs } from '../src/index.js';

const { components, servers } = document;

/** The path prefix of every operation: `/v1`. */
export const BASE_PATH = new URL(servers[0].url).pathname;
export const MAX_BODY_BYTES = document['x-max-body-bytes'];
export const FREE = document['x-rate-limit-plans'].free;
export const BAN = document['x-rate-limit-ban'];
export const RETENTION_SECONDS = document['x-idempotency'].retentionSeconds;
export const MAX_DETAILS = components.schemas.Error.properties.details.maxItems;
/** In characters. The rest of a longer pointer is cut off. */
export const MAX_POINTER = components.schemas.ErrorDetail.properties.path.maxLength;
export const MAX_NAME = numberOf(components.schemas.PetName, 'maxLength');
export const MIN_LIMIT = numberOf(schemaOf('listPets', 'limit'), 'minimum');
export const MAX_LIMIT = numberOf(schemaOf('listPets', 'limit'), 'maximum');
export const DEFAULT_LIMIT = numberOf(schemaOf('listPets', 'limit'), 'default');
export const MAX_CURSOR = numberOf(schemaOf('listPets', 'cursor'), 'maxLength');
export const MAX_KEY = numberOf(schemaOf('createPet', 'Idempotency-Key'), 'maxLength');
export const STATUSES: readonly string[] = textsOf(components.schemas.PetStatus, 'enum');

/** Headers of every reply of getPet. */
export const DEPRECATION = deprecationOf('getPet');

/** Methods without an operation at this path, of which some are not in HTTP. */
export function undeclaredMethodsOf(path: string): string[] {
  const item = document.paths[path] ?? {};
  const usual = (['put', 'patch', 'delete', 'post'] as const).filter((name) => !(name in item));
  const methods = usual.map((name) => name.toUpperCase());
  return [...methods, 'PROPFIND', 'PURGE', 'M-SEARCH', 'LINK', 'LOCK'];
}

export function undeclaredMethodOf(path: string): string {
  const [method = ''] = undeclaredMethodsOf(path);
  return method;
}

/** The Allow header of this path. */
export function allowOf(path: string): string {
  const methods = METHODS.filter((name) => document.paths[path]?.[name]);
  return [...methods.flatMap((name) => (name === 'get' ? ['get', 'head'] : name)), 'options']
    .join(', ')
    .toUpperCase();
}

/** Whether an operation has a path such as `/pets/1`. */
export function isDeclared(path: string): boolean {
  return Object.keys(document.paths).some((template) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
}

function deprecationOf(id: string): Record<'deprecation' | 'sunset' | 'link', string> {
  const {
    'x-deprecated-since': since = '',
    'x-deprecated-sunset': sunset = '',
    'x-deprecated-successor': successor = '',
  } = operationOf(id) ?? {};
  const path = operationSpecs.find((one) => one.id === successor)?.path;
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${BASE_PATH}${path}>; rel="successor-version"`,
  };
}

function schemaOf(id: string, name: string): object | undefined {
  const parameters = operationOf(id)?.parameters ?? [];
  const found = parameters
    .map((entry) => resolve<Parameter>(entry, document))
    .find((parameter) => parameter.name === name);
  return found && resolve<object>(found.schema, document);
}

function operationOf(id: string) {
  const spec = operationSpecs.find((one) => one.id === id);
  return spec && document.paths[spec.path]?.[spec.method];
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
