import {
  ANIMALS,
  CAT,
  CONTACTS,
  DOG,
  EVENTS,
  INVALID_ANIMALS,
  INVALID_CONTACTS,
  INVALID_EVENTS,
  PLACES,
  STEPS,
  UNMATCHED,
} from '../../support/growth/body-cases.js';
import type { TestServer } from '../../support/start-server.js';
import { errorsOf, expectEchoed, put, startGrowthServer } from './growth-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startGrowthServer();
});
afterAll(() => server.close());

describe('a union with a discriminator', () => {
  test('when the value is valid for the branch that it names, then it is received', async () => {
    await expectEchoed(server, 'animal', ANIMALS);
  });

  test.each(INVALID_ANIMALS)(
    'when it has %s, then the errors are those of the branch that it names',
    async (_, text, errors) => {
      expect(errorsOf(await put(server, 'animal', text))).toEqual(errors);
    },
  );

  test('when one of its branches is used alone, then it has no other name, as its type says', async () => {
    await expectEchoed(server, 'cat', [CAT]);
    expect(errorsOf(await put(server, 'cat', '{"kind":"dog","lives":1}'))).toEqual([
      '/kind enum must be one of cat',
    ]);
  });

  test('when it is in a list, a map or a nullable property, then its place is in the pointer', async () => {
    await expectEchoed(server, 'shelter', [
      `{"animals":[${CAT},${DOG}],"byName":{"a":${CAT}},"boss":null}`,
      `{"animals":[],"boss":${DOG},"guest":${CAT}}`,
    ]);
    const text =
      '{"animals":[{"kind":"dog"}],"byName":{"a/b":{"kind":"cow"}},"boss":{},"guest":{"kind":"cat"}}';
    expect(errorsOf(await put(server, 'shelter', text)).sort()).toEqual([
      '/animals/0/trainedBy required is required',
      '/boss/kind required is required',
      '/byName/a~1b/kind enum must be one of cat, dog, puppy',
      '/guest/lives required is required',
    ]);
    expect(errorsOf(await put(server, 'shelter', '{"animals":[],"boss":1,"guest":"x"}'))).toEqual([
      '/boss type must be of type null,object',
      '/guest type must be of type object',
    ]);
  });
});

describe('a union whose branches have different constants in a property', () => {
  test('when the value is valid for the branch of its constant, then it is received', async () => {
    await expectEchoed(server, 'event', EVENTS);
  });

  test.each(INVALID_EVENTS)(
    'when it is %s, then the errors are those of that branch',
    async (text, errors) => {
      expect(errorsOf(await put(server, 'event', text))).toEqual(errors);
    },
  );
});

describe('a union of types', () => {
  test('when the value is valid for the branch of its type, then it is received', async () => {
    await expectEchoed(server, 'contact', CONTACTS);
  });

  test.each(INVALID_CONTACTS)(
    'when it is %s, then the errors are those of that branch',
    async (text, errors) => {
      expect(errorsOf(await put(server, 'contact', text)).sort()).toEqual(errors);
    },
  );
});

describe('alternatives that overlap', () => {
  test('when the value matches one, or several of anyOf, then it is received', async () => {
    await expectEchoed(server, 'place', PLACES);
    await expectEchoed(server, 'step', STEPS);
  });

  test.each(UNMATCHED)(
    'when %s is %s, then there is one error, at the place of the union',
    async (name, text, error) => {
      expect(errorsOf(await put(server, name, text))).toEqual([error]);
    },
  );
});
