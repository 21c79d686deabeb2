// What the tests expect of the contract as it stands, so that an edit of openapi.yaml moves them along.
import {
  document,
  type Operation,
  type PetStatus,
  type Quota,
  resolve,
  type Schema,
} from '@animal-store/contract';

export function operationOf(operationId: string): Operation {
  for (const operations of Object.values(document.paths)) {
    const found = Object.values(operations).find((one) => one.operationId === operationId);
    if (found !== undefined) return found;
  }
  throw new Error(`the contract has no ${operationId}`);
}

/** The schema of a parameter. */
export function schemaOf(operationId: string, name: string) {
  for (const entry of operationOf(operationId).parameters ?? []) {
    const parameter = resolve<{ name?: unknown; schema?: object }>(entry, document);
    if (parameter.name === name && parameter.schema) {
      return resolve<Record<string, unknown>>({ ...parameter.schema }, document);
    }
  }
  throw new Error(`${operationId} has no ${name}`);
}

/** How many items a page of a listing may have, and how many it has if the client does not say. */
export function pageSizesOf(operationId: string) {
  const schema = schemaOf(operationId, 'limit');
  return {
    least: numberOf(schema, 'minimum'),
    most: numberOf(schema, 'maximum'),
    usual: numberOf(schema, 'default'),
  };
}

/** In code points. */
export function longestName(): number {
  return numberOf(componentOf('PetName'), 'maxLength');
}

export function longestIdempotencyKey(): number {
  return numberOf(schemaOf('createPet', 'Idempotency-Key'), 'maxLength');
}

export function petStatuses(): PetStatus[] {
  return [...(componentOf('PetStatus').enum as PetStatus[])];
}

/** The quotas of those plans that have numbers. */
export function planQuotas(): [plan: string, quota: Quota][] {
  return Object.entries(document['x-rate-limit-plans']).flatMap(([plan, quota]) =>
    quota === 'custom' ? [] : [[plan, quota]],
  );
}

export function quotaOf(plan: string): Quota {
  const [, quota] = planQuotas().find(([name]) => name === plan) ?? [];
  if (quota === undefined) throw new Error(`the plan ${plan} has no numbers`);
  return quota;
}

function componentOf(name: string): Schema {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`the contract has no schema ${name}`);
  return schema;
}

function numberOf(schema: Readonly<Record<string, unknown>>, keyword: string): number {
  const { [keyword]: value } = schema;
  if (typeof value !== 'number') throw new Error(`${keyword} is no number: ${value}`);
  return value;
}
