import { document } from '@animal-store/contract';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { listen } from '../../../src/http/server.js';
import { dispatch } from '../../../src/middleware/dispatch.js';
import { requestId } from '../../../src/middleware/request-id.js';
import { UNRESTRICTED } from '../../../src/model.js';
import { handlers } from '../../../src/operations/index.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { readContract } from '../../support/read-contract.js';

const contract = readContract(document);

/** Response to a handler that returns no body, as no operation of the contract does. */
async function responseOf(status: number) {
  const asCaller: RequestHandler = (_req, res, next) => {
    res.locals.caller = {
      id: 'key_1',
      plan: 'free',
      quota: undefined,
      bansLiftedMs: undefined,
      ...UNRESTRICTED,
    };
    res.locals.operation = contract.operations[0];
    res.locals.parameters = { query: {}, path: {}, headers: {} };
    next();
  };
  const empty = async () => ({ status, body: undefined });
  const all = Object.fromEntries(Object.keys(handlers).map((id) => [id, empty]));
  const app = express();
  app.use(requestId(), asCaller, dispatch(all as never, { contract } as never));
  const server = await listen(app, { port: 0, host: '127.0.0.1', log: pino({ level: 'silent' }) });
  const reply = await sendRaw(`http://127.0.0.1:${server.address.port}`, formatRequest('GET /'));
  await server.close();
  return reply;
}

test('when a handler returns 204, then the response has neither Content-Type nor Content-Length', async () => {
  const { status, headers, text } = await responseOf(204);
  expect([status, text]).toEqual([204, '']);
  expect([headers.get('content-type'), headers.get('content-length')]).toEqual([null, null]);
});

test('when a handler returns another status without a body, then Content-Length is 0', async () => {
  const { status, headers, text } = await responseOf(202);
  expect([status, text]).toEqual([202, '']);
  expect([headers.get('content-type'), headers.get('content-length')]).toEqual([null, '0']);
});
