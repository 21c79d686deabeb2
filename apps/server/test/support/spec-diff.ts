// Changes of the contract for tests of the preview, as `npm run spec -- diff --json` prints them.
import type { ContractChange, ContractChanges } from '@animal-store/reference';

const change = (values: Partial<ContractChange>): ContractChange => ({
  wire: 'major',
  source: 'major',
  message: 'Something changed.',
  why: 'A request that was valid may be rejected.',
  side: 'head',
  pointer: '#/info/title',
  operations: [],
  ...values,
});

export const CHANGES = {
  limit: change({
    source: 'patch',
    message: "GET /pets › limit › schema: Upper bound changed from '<= 200' to '<= 100'.",
    pointer: '#/components/parameters/Limit/schema/maximum',
    operations: ['listPets', 'listOrders'],
  }),
  removedParameter: change({
    message: 'GET /pets › species: `species` query parameter was removed.',
    side: 'base',
    pointer: '#/paths/~1pets/get/parameters/1',
    operations: ['listPets'],
  }),
  addedParameter: change({
    wire: 'minor',
    source: 'minor',
    message: 'GET /pets › status: added.',
    why: 'It is an addition; existing clients keep working.',
    pointer: '#/paths/~1pets/get/parameters/1',
    operations: ['listPets'],
  }),
  addedProperty: change({
    wire: 'minor',
    source: 'minor',
    message:
      'POST /pets › requestBody › content › application/json › schema › properties › status: added.',
    why: 'Clients may send it.',
    pointer: '#/components/schemas/NewPet/properties/status',
    operations: ['createPet'],
  }),
  removedProperty: change({
    message: 'GET /pets › … › properties › age: Property `age` of `Pet` was removed.',
    why: 'Responses no longer have it.',
    side: 'base',
    pointer: '#/components/schemas/Pet/properties/age',
    operations: ['listPets', 'createPet', 'getPet'],
  }),
  response: change({
    wire: 'none',
    source: 'patch',
    message: 'POST /pets › responses › 201: `description` was reworded.',
    why: 'It does not affect clients.',
    pointer: '#/paths/~1pets/post/responses/201/description',
    operations: ['createPet'],
  }),
  sharedResponse: change({
    message: 'POST /pets › responses › 409: refers to another response.',
    pointer: '#/paths/~1pets/post/responses/409',
    operations: ['createPet'],
  }),
  removedOperation: change({
    message: '/unicorns/{id}: Path `/unicorns/{id}` was removed.',
    why: 'Calls get 404.',
    side: 'base',
    pointer: '#/paths/~1unicorns~1{id}',
    operations: ['getUnicorn'],
  }),
  service: change({
    source: 'patch',
    message: '`x-max-body-bytes` changed from 32768 to 16384.',
    why: 'Bodies that were accepted get 413.',
    pointer: '#/x-max-body-bytes',
  }),
} satisfies Record<string, ContractChange>;

export function diffOf(...changes: ContractChange[]): ContractChanges {
  return {
    base: '0123456789ab (main)',
    changes,
    wire: 'major',
    source: 'major',
    baseVersion: '1.0.0',
    nextVersion: '2.0.0',
    admissible: false,
  };
}
