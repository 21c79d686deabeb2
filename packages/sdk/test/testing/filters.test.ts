// Filters of the mock's lists, for those that no operation of the store has.
import { contract } from '@animal-store/contract/model';
import type { Filter } from '@animal-store/core/contract-data';
import { required } from '@animal-store/spec/json';
import { toMockContract } from '../../generator/mock/mock-contract.js';
import type { MockOperation } from '../../src/testing/mock-contract.js';
import { Resources } from '../../src/testing/resources.js';

const [found] = toMockContract(contract).operations.filter(({ id }) => id === 'listPets');
const listPets = { ...required(found, 'listPets'), id: 'listPets' } as const;
const PETS = [{ born: '2020-02-29', weight: 4 }, { born: '2024-01-01', weight: 2n ** 60n }, {}];

test.each<[Filter['match'], string, unknown, number[]]>([
  ['min', 'born', '2020-03-01', [2]],
  ['max', 'born', '2020-02-29', [1]],
  ['min', 'weight', 5, [2]],
  ['max', 'weight', 2n ** 60n, [1, 2]],
  ['equals', 'weight', [4, 5], [1]],
  ['absent', 'born', true, [3]],
  ['absent', 'born', false, [1, 2]],
  ['absent', 'weight', undefined, [1, 2, 3]],
])('when a list filters by the %s of %s, and gets %j, then it has %j', (...row) => {
  const [match, property, value, ids] = row;
  const listing = { schema: 'Pet', filters: { x: { property, match } } };
  const operation: MockOperation = { ...listPets, listing };
  const request = { query: { x: value }, path: {}, headers: {}, body: undefined };
  const { body } = new Resources({ pets: PETS }).answer(operation, request);
  expect(body).toEqual(ids.map((id) => expect.objectContaining({ id })));
});
