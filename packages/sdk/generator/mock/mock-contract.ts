// Mock contract: the part of the contract that the mock of @animal-store/sdk/testing reads at run time.
import { required } from '@animal-store/spec/json';
import type { Contract } from '@animal-store/spec/model';
import { readPlainData, readReplies } from '@animal-store/spec/outputs';
import type { MockContract } from '../../src/testing/mock-contract.js';
import { behaviorOf, readResources } from './behaviors.js';

/** Headers that all operations have, with values that are not the example's. */
const COMMON_HEADERS = /^(?:x-)?ratelimit|^x-request-id$|^deprecation$|^sunset$/i;

/** The mock's contract, and the type of each resource's items. */
export function renderMock(contract: Contract): string {
  const rows = readResources(contract).map(
    ({ name, list }) => `  ${JSON.stringify(name)}: ItemOf<'${list.id}'>;`,
  );
  return `import type { ItemOf } from '../src/client/types.js';
import type { MockContract } from '../src/testing/mock-contract.js';

export interface MockItems {
${rows.join('\n')}
}

export const contract: MockContract = ${JSON.stringify(toMockContract(contract))};
`;
}

export function toMockContract(contract: Contract): MockContract<string> {
  const data = readPlainData(contract);
  const resources = readResources(contract);
  return {
    basePath: data.basePath,
    ban: data.ban,
    maxBodyBytes: data.maxBodyBytes,
    errorBounds: data.errorBounds,
    idempotencyRetentionSeconds: data.idempotencyRetentionSeconds,
    plans: { free: data.plans.free }, // of requests without a valid key
    resources: resources.map(({ name }) => name),
    operations: data.operations.map(({ successes: _, ...served }) => {
      const found = contract.operations.find(({ id }) => id === served.id);
      const operation = required(found, served.id);
      const statuses = [...operation.replies.keys()].map(Number).filter(Number.isInteger);
      /** The first example of the first successful status, or a sample of its schema. */
      const { status = 200, headers = {}, body } = readReplies(operation)[0] ?? {};
      const own = Object.entries(headers).filter(([name]) => !COMMON_HEADERS.test(name));
      const reply = { status, headers: Object.fromEntries(own) };
      const behavior = behaviorOf(operation, resources, body);
      const answer = behavior ? { reply, behavior } : { reply: { ...reply, body } };
      return { ...served, statuses, ...answer };
    }),
  };
}
