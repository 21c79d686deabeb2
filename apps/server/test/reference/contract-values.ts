// What the tests of the page expect of the contract as it stands, so that an edit of openapi.yaml moves them along.
import { document, type Operation, type Quota, resolve } from '@animal-store/contract';

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

export function freeQuota(): Quota {
  const { free } = document['x-rate-limit-plans'];
  if (free === undefined || free === 'custom') throw new Error('the free plan has no numbers');
  return free;
}
