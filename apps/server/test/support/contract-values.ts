// Values read from the contract, so that tests follow edits of openapi.yaml.
import {
  document,
  type Operation,
  type PetStatus,
  type Quota,
  resolve,
} from '@animal-store/contract';
import { limits } from '@animal-store/contract/conformance';

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

export const pageSizes = {
  minLimit: limits.MIN_LIMIT,
  maxLimit: limits.MAX_LIMIT,
  defaultLimit: limits.DEFAULT_LIMIT,
};
/** Size in bytes of a request body that is refused. */
export const TOO_LARGE_BYTES = limits.MAX_BODY_BYTES + 1;

export function petStatuses(): PetStatus[] {
  const { enum: values } = document.components.schemas.PetStatus ?? {};
  return [...(values as PetStatus[])];
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
