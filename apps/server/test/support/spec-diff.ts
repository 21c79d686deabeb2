// Changes of the contract for tests of the preview, as `npm run spec -- diff --json` prints them.
import type { ContractChange, ContractChanges } from '@animal-store/reference';

const change = (
  pointer: string,
  message: string,
  operations: readonly string[] = [],
  others: Partial<ContractChange> = {},
): ContractChange => ({
  wire: 'major',
  source: 'patch',
  message,
  why: 'A request that was valid may be rejected.',
  side: 'head',
  pointer,
  operations,
  ...others,
});
const REMOVED: Partial<ContractChange> = { source: 'major', side: 'base' };
const ADDED: Partial<ContractChange> = { wire: 'minor', source: 'minor' };

const LIMIT = '#/components/parameters/Limit/schema/maximum';
const PARAMETER = '#/paths/~1pets/get/parameters/1';
const STATUS = '#/components/schemas/NewPet/properties/status';
const AGE = '#/components/schemas/Pet/properties/age';
const RESPONSES = '#/paths/~1pets/post/responses';

export const DIFF: ContractChanges = {
  base: '0123456789ab (main)',
  wire: 'major',
  source: 'major',
  baseVersion: '1.0.0',
  nextVersion: '2.0.0',
  admissible: false,
  changes: [
    change(LIMIT, "Upper bound changed from '<= 200' to '<= 100'.", ['listPets', 'listOrders'], {
      example: ['GET /pets?limit=101', 'accepted (200) -> 400'],
    }),
    change(PARAMETER, '`species` query parameter was removed (GET /pets).', ['listPets'], REMOVED),
    change(PARAMETER, 'Added: status of GET /pets.', ['listPets'], ADDED),
    change(STATUS, 'Added: NewPet.status, in requests of POST /pets.', ['createPet'], ADDED),
    change(
      AGE,
      'Property `age` of `Pet` was removed (Pet.age, in 200 replies of GET /pets).',
      ['getPet'],
      REMOVED,
    ),
    change(`${RESPONSES}/201/description`, '`description` was reworded.', ['createPet'], {
      wire: 'none',
    }),
    change(`${RESPONSES}/409`, 'Refers to another response (409 replies of POST /pets).', [
      'createPet',
    ]),
    change('#/paths/~1unicorns~1{id}', 'The path was removed.', ['getUnicorn'], REMOVED),
    change('#/x-max-body-bytes', '`x-max-body-bytes` changed from 32768 to 16384.'),
  ],
};
