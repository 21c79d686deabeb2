// Deprecation headers of the mock, for what a request sends: no request to the store sends anything deprecated.
import { contract } from '@animal-store/contract/model';
import { matcher } from '@animal-store/core/http';
import { createRequestValidator } from '@animal-store/core/validation';
import { toMockContract } from '../../generator/mock/mock-contract.js';
import { type MockRoute, receive } from '../../src/testing/exchange.js';
import { Handlers } from '../../src/testing/handlers.js';
import { createMockClock } from '../../src/testing/mock-clock.js';
import { MockService } from '../../src/testing/mock-service.js';
import { QuotaCounter } from '../../src/testing/quota.js';
import { Resources } from '../../src/testing/resources.js';

const dates = { since: '2026-01-01', sunset: '2030-12-05' };
const [found] = toMockContract(contract).operations.filter(({ id }) => id === 'createPet');
const operation = {
  ...found,
  parameters: [{ name: 'sort', in: 'query', isRequired: false, type: 'string', isNullable: false }],
  deprecatedParts: {
    parameters: [{ in: 'query', name: 'sort', ...dates }],
    body: [{ properties: { nick: { dates } } }],
  },
} as unknown as MockRoute;
const route: MockRoute = {
  ...operation,
  match: matcher(operation.path),
  validate: createRequestValidator(operation, { parameters: [] }),
};
const USED = { deprecation: '@1767225600', sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };
const FAILURE = { status: 500 };

test.each<[string, string, string, object, string?, typeof FAILURE?]>([
  ['a deprecated parameter', '?sort=id', '{}', USED],
  ['no deprecated parameter', '', '{}', {}],
  ['a deprecated property', '', '{"nick":"c"}', USED],
  ['no deprecated property', '', '{"name":"c"}', {}],
  ['a body that is no JSON', '', '{"nick":', {}],
  ['a body of another media type', '', '{"nick":"c"}', {}, 'text/plain'],
  ['a body, and fails unread', '', '{"nick":"c"}', {}, 'application/json', FAILURE],
])('when the mock gets %s, then its reply has the headers of it', async (...row) => {
  const [, search, body, wanted, type = 'application/json', failure] = row;
  const headers = { 'Content-Type': type, Authorization: 'Bearer as_live_one' };
  const sent = { method: 'POST', headers, body };
  const exchange = await receive(`https://mock.example/v1/pets${search}`, sent);
  const parts = [new Resources({}), new QuotaCounter(), createMockClock(), new Handlers()] as const;
  const service = new MockService(...parts);
  const match = { allow: 'POST', values: {}, routes: new Map([['POST', route]]) };
  service.reply({ ...exchange, route, match }, failure);
  const { deprecation, sunset } = Object.fromEntries(exchange.replyHeaders);
  expect({ ...(deprecation && { deprecation, sunset }) }).toEqual(wanted);
});
