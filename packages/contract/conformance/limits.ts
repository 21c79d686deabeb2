// Limits of the contract, so that the vectors follow edits of openapi.yaml.
import { METHODS } from '@animal-store/core';
import { required } from '@animal-store/spec/json';
import {
  defaultOf,
  type Edge,
  type NumberBound,
  type Operation,
  propertyOf,
  valuesOf,
} from '@animal-store/spec/model';
import { contract } from '../model.js';

const { operations, servers, plans, ban, limits } = contract;
const free = plans.get('free');
const limit = parameterOf('listPets', 'limit');

/** The path prefix of every operation: `/v1`. */
export const BASE_PATH = new URL(required(servers[0], 'servers').url).pathname;
export const MAX_BODY_BYTES = required(limits.maxBodyBytes, 'x-max-body-bytes');
export const FREE = required(free === 'custom' ? undefined : free, 'plan free');
export const BAN = required(ban, 'x-rate-limit-ban');
export const RETENTION_SECONDS = required(limits.idempotencyRetentionSeconds, 'x-idempotency');
export const MAX_DETAILS = boundOf(propertyOf(schemaOf('Error'), 'details')[0], 'maxItems');
/** In characters. The rest of a longer pointer is cut off. */
export const MAX_POINTER = boundOf(propertyOf(schemaOf('ErrorDetail'), 'path')[0], 'maxLength');
export const MAX_NAME = boundOf(schemaOf('PetName'), 'maxLength');
export const MIN_LIMIT = boundOf(limit, 'minimum');
export const MAX_LIMIT = boundOf(limit, 'maximum');
export const DEFAULT_LIMIT = Number(required(defaultOf(limit), 'default of limit'));
export const MAX_CURSOR = boundOf(parameterOf('listPets', 'cursor'), 'maxLength');
export const MAX_KEY = boundOf(parameterOf('createPet', 'Idempotency-Key'), 'maxLength');
export const STATUSES = required(valuesOf(schemaOf('PetStatus').schema), 'PetStatus').map(String);

/** Headers of every reply of getPet. */
export const DEPRECATION = deprecationOf('getPet');

/** Methods without an operation at this path, of which some are not in HTTP. */
export function undeclaredMethodsOf(path: string): string[] {
  const declared = methodsOf(path);
  const usual = ['put', 'patch', 'delete', 'post'].filter((name) => !declared.includes(name));
  const methods = usual.map((name) => name.toUpperCase());
  return [...methods, 'PROPFIND', 'PURGE', 'M-SEARCH', 'LINK', 'LOCK'];
}

export function undeclaredMethodOf(path: string): string {
  const [method = ''] = undeclaredMethodsOf(path);
  return method;
}

/** The Allow header of this path. */
export function allowOf(path: string): string {
  const declared = methodsOf(path);
  const methods = METHODS.filter((name) => declared.includes(name));
  return [...methods.flatMap((name) => (name === 'get' ? ['get', 'head'] : name)), 'options']
    .join(', ')
    .toUpperCase();
}

/** Whether an operation has a path such as `/pets/1`. */
export function isDeclared(path: string): boolean {
  return operations.some((operation) =>
    new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
}

function methodsOf(path: string): string[] {
  return operations.filter((one) => one.path === path).map(({ method }) => method);
}

function deprecationOf(id: string): Record<'deprecation' | 'sunset' | 'link', string> {
  const { since = '', sunset = '', successor = '' } = operationOf(id)?.deprecation ?? {};
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${BASE_PATH}${operationOf(successor)?.path}>; rel="successor-version"`,
  };
}

function operationOf(id: string): Operation | undefined {
  return operations.find((one) => one.id === id);
}

function parameterOf(id: string, name: string): Edge {
  const found = operationOf(id)?.parameters.find(({ value }) => value.name === name);
  return required(found?.value.schema, name);
}

function schemaOf(name: string): Edge {
  return required(contract.schemas.get(name), name);
}

function boundOf(edge: Edge | undefined, bound: NumberBound): number {
  return required(edge?.schema.bounds[bound], bound);
}
