import type { TestServer } from '../../support/start-server.js';
import { errorsOf, expectEchoed, put, startGrowthServer } from './growth-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startGrowthServer();
});
afterAll(() => server.close());

const CAT = '{"kind":"cat","lives":9,"mood":"calm"}';
const DOG = '{"kind":"dog","trainedBy":9007199254740993}';

describe('a union with a discriminator', () => {
  test('when the value is valid for the branch that it names, then it is received', async () => {
    await expectEchoed(server, 'animal', [
      CAT,
      DOG,
      '{"kind":"puppy","trainedBy":-9223372036854775808}',
      '{"kind":"cat","lives":9,"toy":{"toyType":"GrowthBall","radius":0.5},"mood":"angry"}',
      '{"kind":"cat","lives":9,"toy":{"toyType":"GrowthMouse","isReal":true},"mood":"angry"}',
    ]);
  });

  test.each([
    ['no name', '{"lives":9}', ['/kind required is required']],
    ['an unknown name', '{"kind":"cow"}', ['/kind enum must be one of cat, dog, puppy']],
    [
      'the name of a schema that has another',
      '{"kind":"GrowthCat","lives":1}',
      ['/kind enum must be one of cat, dog, puppy'],
    ],
    ['a name of another type', '{"kind":1,"lives":9}', ['/kind type must be of type string']],
    ['null as the name', '{"kind":null}', ['/kind type must be of type string']],
    ['no property', '{}', ['/kind required is required']],
    [
      'an error in the named branch',
      '{"kind":"cat","lives":0}',
      ['/lives minimum must be at least 1'],
    ],
    [
      'a property of another branch',
      '{"kind":"cat","lives":1,"trainedBy":1}',
      ['/trainedBy unknown is not a known property'],
    ],
    [
      'another branch',
      '{"kind":"dog","lives":1}',
      ['/trainedBy required is required', '/lives unknown is not a known property'],
    ],
    [
      'an error two levels down',
      '{"kind":"cat","lives":1,"toy":{"toyType":"GrowthBall"}}',
      ['/toy/radius required is required'],
    ],
    [
      'an unknown name two levels down',
      '{"kind":"cat","lives":1,"toy":{"toyType":"ball"}}',
      ['/toy/toyType enum must be one of GrowthBall, GrowthMouse'],
    ],
    ['an array', '[]', [' type must be of type object']],
    ['null', 'null', [' type must be of type object']],
    ['a string', '"cat"', [' type must be of type object']],
    ['an inherited name', '{"kind":"constructor"}', ['/kind enum must be one of cat, dog, puppy']],
  ])(
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
    await expectEchoed(server, 'event', [
      '{"event":"birth","weight":0.1}',
      '{"event":"sale","price":9007199254740993}',
      '{"event":"gift","price":0}',
    ]);
  });

  test.each([
    ['{"event":"birth","weight":0}', ['/weight exclusive_minimum must be more than 0']],
    ['{"event":"gift"}', ['/price required is required']],
    ['{"event":"other"}', ['/event enum must be one of birth, sale, gift']],
    ['{}', ['/event required is required']],
  ])('when it is %s, then the errors are those of that branch', async (text, errors) => {
    expect(errorsOf(await put(server, 'event', text))).toEqual(errors);
  });
});

describe('a union of types', () => {
  test('when the value is valid for the branch of its type, then it is received', async () => {
    await expectEchoed(server, 'contact', [
      '"a@example.com"',
      '{"phone":"123"}',
      '["a@b.example","c@d.example"]',
    ]);
  });

  test.each([
    ['"nobody"', [' format must have the format email']],
    ['{"phone":"x"}', ['/phone pattern must match the pattern ^[0-9]+$']],
    ['{}', ['/phone required is required']],
    ['["a@b.example"]', [' min_items must have at least 2 items']],
    ['["a@b.example","x"]', ['/1 format must have the format email']],
    ['5', [' type must be of type string,array,object']],
    ['null', [' type must be of type string,array,object']],
  ])('when it is %s, then the errors are those of that branch', async (text, errors) => {
    expect(errorsOf(await put(server, 'contact', text)).sort()).toEqual(errors);
  });
});

describe('alternatives that overlap', () => {
  test('when the value matches one, or several of anyOf, then it is received', async () => {
    await expectEchoed(server, 'place', [
      '{"street":"A"}',
      '{"latitude":1.5,"longitude":2}',
      '{"street":"A","latitude":1,"longitude":2}',
    ]);
    await expectEchoed(server, 'step', ['2', '3', '9007199254740988']);
  });

  test.each([
    ['place', '{"latitude":1}', ' invalid matches none of the alternatives'],
    ['place', '{"street":5}', ' invalid matches none of the alternatives'],
    ['place', 'true', ' invalid matches none of the alternatives'],
    ['step', '5', ' invalid matches none of the alternatives'],
    ['step', '6', ' invalid matches more than one of the alternatives'],
    ['step', '"2"', ' invalid matches none of the alternatives'],
  ])(
    'when %s is %s, then there is one error, at the place of the union',
    async (name, text, error) => {
      expect(errorsOf(await put(server, name, text))).toEqual([error]);
    },
  );
});
