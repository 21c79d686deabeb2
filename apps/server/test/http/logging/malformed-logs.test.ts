import { type CollectedLog, collectLog } from '../../support/collect-log.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let log: CollectedLog;
beforeEach(async () => {
  log = collectLog();
  server = await startServer({ logTo: log.stream });
});
afterEach(() => server.close());

test.each<[string, string, { status: number; parserCode?: string }]>([
  ['not HTTP', 'nonsense\r\n\r\n', { status: 400, parserCode: 'HPE_INVALID_METHOD' }],
  [
    'too large in its headers',
    formatRequest('GET /v1/pets', [`X-Large: ${'a'.repeat(17_000)}`]),
    { status: 431, parserCode: 'HPE_HEADER_OVERFLOW' },
  ],
  ['without a host', 'GET /v1/pets HTTP/1.1\r\n\r\n', { status: 400 }],
  ['a CONNECT request', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', { status: 400 }],
])(
  'when a request is %s, then its refusal is logged with the request id of the response',
  async (_, data, wanted) => {
    const { status, headers } = await sendRaw(server.url, data);
    const requestId = headers.get('x-request-id');
    const { level, time, pid, hostname, ...entry } = await log.find(
      (logged) => logged.requestId === requestId,
    );
    expect(entry).toEqual({
      requestId,
      code: 'invalid_request',
      client: '127.0.0.1',
      msg: 'malformed request',
      ...wanted,
    });
    expect(status).toBe(wanted.status);
  },
);
