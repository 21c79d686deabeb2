// Renderer of generated/mock.ts.
import type { ContractDocument, OperationSpec } from '@animal-store/contract';
import { readBehaviors } from './behaviors.js';
import { toMockContract } from './mock-contract.js';

/** The mock's contract, and the type of each resource's items. */
export function renderMock(specs: readonly OperationSpec[], document: ContractDocument): string {
  const rows = readBehaviors(specs, document).resources.map(
    ({ name, list }) => `  ${JSON.stringify(name)}: ItemOf<'${list.id}'>;`,
  );
  return `import type { ItemOf, MockContract } from '../src/testing/mock-contract.js';

export interface MockItems {
${rows.join('\n')}
}

export const contract: MockContract = ${JSON.stringify(toMockContract(specs, document))};
`;
}
