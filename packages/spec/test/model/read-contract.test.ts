// What the model keeps of references: notes beside them, names of components, and circles.
import { defaultOf, deprecationOf, descriptionOf, readContract } from '../../src/model/index.js';
import { readSchema } from '../support/read-schema.js';

const DEPRECATED = { deprecated: true, 'x-deprecated-since': '2026-01-01' };

test('when a component is a reference with notes beside it, then references to it have these notes', () => {
  const schemas = {
    Alias: { $ref: '#/components/schemas/Name', description: 'Of the alias.', default: 'a' },
    Name: { type: 'string', description: 'Of the name.' },
  };
  const edge = readSchema({ $ref: '#/components/schemas/Alias' }, schemas);
  expect(edge).toMatchObject({ component: 'Alias', schema: { name: 'Name' } });
  expect([descriptionOf(edge), defaultOf(edge)]).toEqual(['Of the alias.', 'a']);
});

test('when a reference has notes, then they win over those of its target, and its dates are its own', () => {
  const schemas = { Name: { type: 'string', description: 'Of the name.', ...DEPRECATED } };
  const edge = readSchema({ $ref: '#/components/schemas/Name', description: 'Here.' }, schemas);
  expect([descriptionOf(edge), deprecationOf(edge)]).toEqual(['Here.', undefined]);
});

test('when schemas refer to one another, then the model is a circle of the same objects', () => {
  const Tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  };
  const { schema } = readSchema({ $ref: '#/components/schemas/Tree' }, { Tree });
  expect(schema.properties?.get('children')?.schema.items?.schema).toBe(schema);
});

test('when a reference leads to a part without a name, then its use has no component', () => {
  const responses = {
    200: { description: 'Found.' },
    201: { $ref: '#/paths/~1a/get/responses/200' },
  };
  const [operation] = readContract({ paths: { '/a': { get: { responses } } } }).operations;
  expect(operation?.replies.get('201')).not.toHaveProperty('component');
});

test('when a limit has another type than its field, then it is kept as it stands', () => {
  const wrong = {
    'x-max-body-bytes': 'many',
    'x-idempotency': { retentionSeconds: '1 day' },
    'x-rate-limit-plans': { free: { perMinute: 5 } },
    'x-rate-limit-ban': { seconds: 60 },
  };
  const right = { 'x-max-body-bytes': 9, 'x-rate-limit-plans': { free: 'custom' } };
  const more = { 'x-rate-limit-note': 'More on request.' };
  expect(readContract(wrong)).toMatchObject({ limits: { maxBodyBytes: undefined } });
  expect(readContract(wrong).extensions).toEqual({});
  expect(readContract(wrong).otherLimits).toEqual(wrong);
  expect(readContract({ ...right, ...more })).toMatchObject({ limits: { maxBodyBytes: 9 } });
  expect(readContract({ ...right, ...more }).otherLimits).toEqual({});
  expect(readContract({ ...right, ...more }).extensions).toEqual(more);
});
