// Deprecation headers of the mock, for what a request sends.
import { readContract } from '@animal-store/spec/model';
import { readDeprecatedParts } from '@animal-store/spec/outputs';
import { deprecationHeaders } from '../../src/testing/deprecation.js';
import type { MockOperation } from '../../src/testing/mock-contract.js';
import { receive } from '../../src/testing/received.js';

const dates = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };
const OLD = { schema: { type: 'string' }, deprecated: true, ...dates };
const schema = {
  type: 'object',
  properties: { nick: { type: 'string', deprecated: true, ...dates } },
};
const bodyType = 'application/json';
const createPet = {
  operationId: 'createPet',
  responses: {},
  parameters: [{ name: 'sort', in: 'query', ...OLD }],
  requestBody: { content: { [bodyType]: { schema } } },
};
const [read] = readContract({ paths: { '/pets': { post: createPet } } }).operations;
const deprecatedParts = read && readDeprecatedParts(read);
const operation = { bodyType, ...(deprecatedParts && { deprecatedParts }) } as MockOperation;
const USED = { Deprecation: '@1767225600', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };

test.each<[string, string, string, object, boolean?]>([
  ['a deprecated parameter', '?sort=id', '', USED],
  ['no deprecated parameter', '?limit=1', '', {}],
  ['a deprecated property', '', '{"nick":"c"}', USED],
  ['no deprecated property', '', '{"name":"c"}', {}],
  ['a body that is no JSON', '', '{"nick":', {}],
  ['a body that it refuses unread', '', '{"nick":"c"}', {}, false],
])(
  'when the mock gets %s, then its reply has the headers of it',
  async (_, search, body, headers, isBodyRead = true) => {
    const sent = body ? { method: 'POST', headers: { 'Content-Type': bodyType }, body } : {};
    const received = await receive(`https://mock.example/v1/pets${search}`, sent);
    expect(deprecationHeaders(operation, received, isBodyRead)).toEqual(headers);
  },
);
