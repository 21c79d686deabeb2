// Integers beyond 2^53 in the JSON of requests and responses.
import { parseJson } from '../src/int64/json.js';
import { connect } from './support/connect.js';
import { connectOperation } from './support/connect-operation.js';
import { json } from './support/scripted-server.js';

test('when an integer does not fit a number, then it is a bigint and exact', async () => {
  const { store, server } = await connect(
    json(
      201,
      `{"id":9007199254740993,"name":"\\"9007199254740995\\"","categoryId":${-(2n ** 63n)}}`,
    ),
    json(200, '{"id":9007199254740991,"name":"x","categoryId":9007199254740992}'),
  );
  const pet = await store.createPet({ name: '9007199254740997', categoryId: 2n ** 63n - 1n });
  const sent = '{"name":"9007199254740997","categoryId":9223372036854775807}';
  expect(server.received[0]?.body).toBe(sent);
  const name = '"9007199254740995"';
  expect(pet).toEqual({ id: 9007199254740993n, name, categoryId: -(2n ** 63n) });
  const safe = await store.getPet({ petId: pet.id });
  expect(safe).toEqual({ id: 9007199254740991, name: 'x', categoryId: 9007199254740992n });
  expect(server.received[1]?.url).toBe('/v1/pets/9007199254740993');
});

test('when a number has more than 64 bits, then it is no identifier, and stays a number', async () => {
  const { call, server } = await connectOperation(
    { method: 'POST', body: 'required', result: 'list' },
    json(200, '[9223372036854775807,9223372036854775808,-9223372036854775809,1e16,1e+300]'),
  );
  const numbers = [9223372036854775807n, 2 ** 63, -(2 ** 63), 1e16, 1e300];
  await expect(call({ price: 1e20 })).resolves.toEqual(numbers);
  expect(server.received[0]?.body).toBe('{"price":100000000000000000000}');
});

test('when strings look like the marker of a large integer, then they stay strings', () => {
  const texts = ['"bigint-"', '"bigint--9007199254740993"', '"\\u0062igint---9007199254740993"'];
  const value = parseJson(`[9007199254740993,${texts}]`);
  expect(value).toEqual([9007199254740993n, ...texts.map((text) => JSON.parse(text))]);
});
