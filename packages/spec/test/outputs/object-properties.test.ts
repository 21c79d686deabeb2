// Schemas that are no body of an operation: the properties that requests may have.
import { propertiesOf } from '../../src/outputs/object-properties.js';
import { readSchema } from '../support/read-schema.js';

test('when an object is defined by references, then its properties are in the order of the contract', () => {
  const schemas = {
    Height: { type: 'integer' },
    Tall: { $ref: '#/components/schemas/Person' },
    Person: {
      type: 'object',
      required: ['height'],
      properties: { name: { type: 'string' }, height: { $ref: '#/components/schemas/Height' } },
    },
  };
  expect(propertiesOf(readSchema(schemas.Tall, schemas))).toEqual([
    { name: 'name', isRequired: false, types: ['string'] },
    { name: 'height', isRequired: true, types: ['number'] },
  ]);
});

test('when an object has parts and branches, then the properties of all are found, without read-only ones', () => {
  const schemas = {
    Tall: { type: 'object', required: ['height'], properties: { height: { type: 'number' } } },
    Thing: {
      allOf: [{ $ref: '#/components/schemas/Tall' }],
      oneOf: [{ properties: { tags: { type: ['array', 'null'] } } }],
      required: ['height', 'made'],
      properties: { made: { type: 'string', readOnly: true }, alive: { type: 'boolean' } },
    },
  };
  expect(propertiesOf(readSchema(schemas.Thing, schemas))).toEqual([
    { name: 'alive', isRequired: false, types: ['boolean'] },
    { name: 'height', isRequired: true, types: ['number'] },
    { name: 'tags', isRequired: false, types: ['null', 'array'] },
  ]);
});
