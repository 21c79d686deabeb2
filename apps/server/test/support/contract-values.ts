// Values read from the contract, so that tests follow edits of openapi.yaml.
import {
  document,
  METHODS,
  type Operation,
  type PetStatus,
  type Quota,
  resolve,
  type Schema,
} from '@animal-store/contract';

export function operationIds(): string[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
}

export function operationOf(operationId: string): Operation {
  for (const operations of Object.values(document.paths)) {
    const found = Object.values(operations).find((one) => one.operationId === operationId);
    if (found !== undefined) return found;
  }
  throw new Error(`the contract has no ${operationId}`);
}

export function pathOf(operationId: string): string {
  const operation = operationOf(operationId);
  const found = Object.entries(document.paths).find(([, item]) =>
    Object.values(item).includes(operation),
  );
  return found?.[0] ?? '';
}

/** Schema of a parameter. */
export function schemaOf(operationId: string, name: string) {
  for (const entry of operationOf(operationId).parameters ?? []) {
    const parameter = resolve<{ name?: unknown; schema?: object }>(entry, document);
    if (parameter.name === name && parameter.schema) {
      return resolve<Record<string, unknown>>({ ...parameter.schema }, document);
    }
  }
  throw new Error(`${operationId} has no ${name}`);
}

/** Minimum, maximum and default page size of a list operation. */
export function pageSizesOf(operationId: string) {
  const schema = schemaOf(operationId, 'limit');
  return {
    minLimit: numberOf(schema, 'minimum'),
    maxLimit: numberOf(schema, 'maximum'),
    defaultLimit: numberOf(schema, 'default'),
  };
}

/** In code points. */
export function maxNameLength(): number {
  return numberOf(componentOf('PetName'), 'maxLength');
}

export function maxIdempotencyKeyLength(): number {
  return numberOf(schemaOf('createPet', 'Idempotency-Key'), 'maxLength');
}

/** Size in bytes of a request body that is refused. */
export const TOO_LARGE_BYTES = document['x-max-body-bytes'] + 1;

/** Methods of the operations at a path of the contract, in upper case. */
export function methodsOf(path: string): string[] {
  return METHODS.filter((method) => document.paths[path]?.[method]).map((method) =>
    method.toUpperCase(),
  );
}

/** Usual methods without an operation at a path of the contract. */
export function undeclaredMethodsOf(path: string): string[] {
  const declared = methodsOf(path);
  return ['POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !declared.includes(method));
}

/** Value of the Allow header for a path of the contract. */
export function allowOf(path: string): string {
  const methods = methodsOf(path).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : method,
  );
  return [...methods, 'OPTIONS'].join(', ');
}

/** Whether an operation matches a path such as `/pets/1`. */
export function isDeclaredPath(path: string): boolean {
  return Object.keys(document.paths).some((template) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
}

export function petStatuses(): PetStatus[] {
  return [...(componentOf('PetStatus').enum as PetStatus[])];
}

/** Plans whose quota is in the contract, which excludes custom ones. */
export function planQuotas(): [plan: string, quota: Quota][] {
  return Object.entries(document['x-rate-limit-plans']).flatMap(([plan, quota]) =>
    quota === 'custom' ? [] : [[plan, quota]],
  );
}

export function quotaOf(plan: string): Quota {
  const [, quota] = planQuotas().find(([name]) => name === plan) ?? [];
  if (quota === undefined) throw new Error(`the plan ${plan} has no fixed quota`);
  return quota;
}

function componentOf(name: string): Schema {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`the contract has no schema ${name}`);
  return schema;
}

function numberOf(schema: Readonly<Record<string, unknown>>, keyword: string): number {
  const { [keyword]: value } = schema;
  if (typeof value !== 'number') throw new Error(`${keyword} is not a number: ${value}`);
  return value;
}
