// Values read from the contract, so that tests follow edits of openapi.yaml.
import type { PetStatus } from '@animal-store/contract';
import { limits } from '@animal-store/contract/conformance';
import { document } from '@animal-store/contract/document';
import type { Quota } from '@animal-store/core';
import type { Operation } from '@animal-store/spec/document';

const operations: Operation[] = Object.values(document.paths).flatMap((item) =>
  Object.values(item),
);

export function operationIds(): string[] {
  return operations.map(({ operationId }) => operationId);
}

export function operationOf(id: string): Operation {
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`the contract has no ${id}`);
  return found;
}

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
