import {
  INEXACT_NUMBERS,
  INVALID_VALUES,
  NULLABLES,
  VALUES,
} from '../../support/growth/body-cases.js';
import type { TestServer } from '../../support/start-server.js';
import { errorsOf, expectEchoed, put, startGrowthServer } from './growth-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startGrowthServer();
});
afterAll(() => server.close());

describe('a body that is not an object', () => {
  test.each(VALUES)('when it is a valid %s, then the handler receives it', async (name, texts) => {
    await expectEchoed(server, name, texts);
  });

  test.each(INVALID_VALUES)(
    'when %s is %s, then the errors name the place',
    async (name, text, errors) => {
      expect(errorsOf(await put(server, name, text))).toEqual(errors);
    },
  );
});

describe('a number in a body', () => {
  test('when the contract has `number`, then it is received as JavaScript reads it', async () => {
    const text = '{"ratio":1e300,"ratios":[9007199254740993,null,12345678901234567890,0.1]}';
    const reply = await put(server, 'numbers', text);
    expect(reply.text).toBe(
      '{"ratio":1e+300,"ratios":[9007199254740992,null,12345678901234567000,0.1]}',
    );
  });

  test('when the contract has another type or none, then an integer is exact', async () => {
    await expectEchoed(server, 'numbers', [
      '{"id":9007199254740993,"anything":{"a/b":[9007199254740993]}}',
      '{"count":9007199254740991,"counts":{"a":-9007199254740991},"size":-2147483648}',
    ]);
  });

  test.each(INEXACT_NUMBERS)(
    'when it is not exact, as in %s, then it is a 400',
    async (text, errors) => {
      expect(errorsOf(await put(server, 'numbers', text))).toEqual(errors);
    },
  );
});

describe('null in a property', () => {
  test('when the contract allows it, then the handler receives it', async () => {
    await expectEchoed(server, 'nullable', NULLABLES);
  });

  test('when the value is wrong, then the errors are those of the other alternative', async () => {
    const text = '{"note":"","count":"1","parent":"x","tags":[1],"level":3,"owner":{"age":0.5}}';
    expect(errorsOf(await put(server, 'nullable', text)).sort()).toEqual([
      '/count type must be of type integer,null',
      '/level enum must be one of 1, 2, null',
      '/note min_length must have at least 1 character',
      '/owner/age type must be of type integer',
      '/owner/name required is required',
      '/parent type must be of type number,null',
      '/tags/0 type must be of type string',
    ]);
  });

  test('when the contract does not allow it, then it is a 400', async () => {
    expect(errorsOf(await put(server, 'settings', '{"color":null}'))).toEqual([
      '/color type must be of type string',
    ]);
  });
});

describe('a format', () => {
  test.each([
    ['byte', ['', 'YQ==', 'YWI=', 'YWJj'], ['a', 'YQ', 'YQ==\n!', '====']],
    [
      'date',
      ['2024-02-29', '0001-01-01'],
      ['2023-02-29', '2026-13-01', '2026-1-1', '20260101', ''],
    ],
    [
      'dateTime',
      ['2026-11-20T09:30:00Z', '2026-11-20t09:30:00.123456z', '2026-11-20T09:30:00-08:30'],
      [
        '2026-11-20 09:30:00Z',
        '2026-11-20T09:30:00',
        '2026-11-20T24:00:00Z',
        '2026-02-30T00:00:00Z',
        '2026-11-20T09:30:00+0100',
      ],
    ],
    ['duration', ['P1D', 'PT5M', 'P2W'], ['P', '1D', 'PT', '']],
    ['email', ['a@example.com'], ['a', 'a@', '@b.example', 'a b@example.com']],
    ['hostname', ['example.com', 'a'], ['-a.example', 'a_b', '']],
    ['ipv4', ['127.0.0.1'], ['127.0.0', '256.0.0.1', '::1']],
    ['ipv6', ['::1', '2001:db8::1'], ['1', '127.0.0.1', ':::']],
    ['jsonPointer', ['', '/a~1b'], ['a', '/~2']],
    ['nullableDate', ['2024-02-29'], ['2023-02-29']],
    ['time', ['09:30:00Z', '09:30:00+01:00'], ['09:30:00', '24:00:00Z', '09:30Z']],
    ['uri', ['https://a.example/b?c#d', 'urn:isbn:1'], ['a', '/a', 'https://a b']],
    ['uriReference', ['/a', '?b', 'https://a.example'], ['\\', 'a b']],
    [
      'uuid',
      ['6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
      ['6f9619ff', 'urn:uuid:6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
    ],
  ])('when it is %s, then values are checked', async (name, valid, invalid) => {
    const bodyOf = (value: string) => JSON.stringify({ [name]: value });
    await expectEchoed(server, 'formats', valid.map(bodyOf));
    for (const value of invalid)
      expect(errorsOf(await put(server, 'formats', bodyOf(value)))).toEqual([
        expect.stringMatching(`^/${name} format `),
      ]);
  });
});
