// Headers and idempotency keys that a call adds.
import type { CallOptions, IdempotentCallOptions } from '../../src/index.js';
import { connect, connectWith, REX } from '../support/connect.js';
import { connectOperation } from '../support/connect-operation.js';
import { closeConnection, expectRefusal, html, json } from '../support/scripted-server.js';

const PET = { name: 'Rex', categoryId: 1 };

describe('idempotencyKey', () => {
  test('when a call has one, then every attempt sends it', async () => {
    const { store, server } = await connect(closeConnection, html(502, ''), json(201, REX));
    await store.createPet(PET, { idempotencyKey: 'order-42' });
    const sent = { headers: { 'idempotency-key': 'order-42' } };
    expect(server.received).toMatchObject(Array(3).fill(sent));
  });

  test.each<[unknown, RegExp]>([
    ['', /^idempotencyKey must have 1 to 255 characters/],
    ['k'.repeat(256), /^idempotencyKey must have 1 to 255 characters/],
    ['a\nb', /^idempotencyKey must be Latin-1 text/],
    ['日本', /^idempotencyKey must be Latin-1 text/],
    [42, /^idempotencyKey must be Latin-1 text/],
  ])('when it is %j, then the call rejects and nothing is sent', async (key, message) => {
    const { store, server } = await connect(json(201, REX));
    const call = store.createPet(PET, { idempotencyKey: key } as IdempotentCallOptions);
    await expectRefusal(call, message, server);
  });

  test('when the contract has another limit, then it applies', async () => {
    const { call, server } = await connectOperation({ isIdempotent: true, maxKeyLength: 3 });
    await expect(call({}, { idempotencyKey: 'abcd' })).rejects.toThrow(/1 to 3 characters/);
    await call({}, { idempotencyKey: 'abc' });
    expect(server.received[0]?.headers['idempotency-key']).toBe('abc');
  });

  test('when the operation has no such header, then the call rejects and nothing is sent', async () => {
    const { store, server } = await connect(json(200, []));
    const options: IdempotentCallOptions = { idempotencyKey: 'k' };
    await expectRefusal(store.listPets({}, options), /^idempotencyKey is not an option/, server);
  });
});

describe('headers of a call', () => {
  test('when a call has headers, then every attempt and every page sends them, and hooks see them', async () => {
    const seen: unknown[] = [];
    const { store, server } = await connectWith(
      { onRequest: ({ headers }) => void seen.push(headers['X-Tenant']) },
      html(502, ''),
      json(200, [REX], { Link: '</v1/pets?cursor=c1>; rel="next"' }),
      json(200, []),
    );
    const headers = { 'X-Tenant': 'north', 'X-Absent': undefined as never };
    for await (const _ of store.listPets.all({}, { headers }));
    expect(server.received.map(({ headers }) => headers['x-tenant'])).toEqual(seen);
    expect(seen).toEqual(['north', 'north', 'north']);
    expect(server.received[0]?.headers['x-absent']).toBeUndefined();
  });

  test.each<[unknown, RegExp]>([
    [{ authorization: 'Bearer x' }, /^headers must not have authorization, which the client sends/],
    [{ Accept: 'text/html' }, /^headers must not have Accept/],
    [{ 'content-type': 'text/plain' }, /^headers must not have content-type/],
    [{ 'idempotency-key': 'k' }, /^headers must not have idempotency-key/],
    [{ 'X-Tenant': 'a', 'x-tenant': 'b' }, /^headers must not have x-tenant/],
    [{ 'X-Tenant': 'a\r\nX-Other: b' }, /^headers: X-Tenant must be Latin-1 text/],
    [{ 'X-Tenant': 5 }, /^headers: X-Tenant must be Latin-1 text/],
    [new Headers({ 'X-Tenant': 'a' }), /^headers must be an object/],
    ['X-Tenant: a', /^headers must be an object/],
    [null, /^headers must be an object/],
  ])('when they are %j, then the call rejects and nothing is sent', async (headers, message) => {
    const { store, server } = await connect(json(201, REX));
    const call = store.createPet(PET, { headers } as CallOptions);
    await expectRefusal(call, message, server);
  });

  test('when the platform refuses a name, then the call rejects and nothing is sent', async () => {
    const { store, server, clock } = await connect(json(201, REX));
    const call = store.createPet(PET, { headers: { 'X Tenant': 'a' } });
    await expect(call).rejects.toThrow(/"X Tenant" is an invalid header name/);
    expect([server.received, clock.delaysMs]).toEqual([[], []]);
  });
});
