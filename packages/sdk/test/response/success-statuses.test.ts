// Successful responses: their statuses, and bodies of any type.
import { ConnectionError } from '../../src/index.js';
import { connectOperation } from '../support/connect-operation.js';
import { json, type Responder } from '../support/scripted-server.js';

const empty =
  (status: number): Responder =>
  (res) =>
    res.writeHead(status).end();

test.each([204, 202, 200])(
  'when a %i has no body in the contract, then the call resolves to undefined',
  async (status) => {
    const { call } = await connectOperation(
      { method: 'DELETE', emptyStatuses: [status] },
      empty(status),
    );
    await expect(call()).resolves.toBeUndefined();
  },
);

test('when another status has a body in the contract, then an empty response is an error', async () => {
  const { call } = await connectOperation({ method: 'POST', emptyStatuses: [204] }, empty(200));
  await expect(call()).rejects.toBeInstanceOf(ConnectionError);
});

test.each([null, [], 'text', 0, false])(
  'when the body is %j, then the call resolves to it',
  async (body) => {
    const { call } = await connectOperation({ result: 'any' }, json(200, JSON.stringify(body)));
    await expect(call()).resolves.toEqual(body);
  },
);

test('when an operation has several successful statuses, then withResponse tells which one it is', async () => {
  const { call } = await connectOperation(
    { method: 'PUT', emptyStatuses: [204] },
    json(201, { id: 1 }),
    empty(204),
  );
  await expect(call().withResponse()).resolves.toMatchObject({ status: 201, data: { id: 1 } });
  const replaced = await call().withResponse();
  expect(replaced).toMatchObject({ status: 204, requestId: undefined });
  expect(replaced.data).toBeUndefined();
});

test('when a response has a +json media type, then the request accepts it and the body is parsed', async () => {
  const type = 'application/hal+json';
  const { call, server } = await connectOperation(
    { accept: `${type}, application/json` },
    json(200, '{"id":9007199254740993}', { 'Content-Type': type }),
  );
  await expect(call()).resolves.toEqual({ id: 9007199254740993n });
  expect(server.received[0]?.headers.accept).toBe(`${type}, application/json`);
});
