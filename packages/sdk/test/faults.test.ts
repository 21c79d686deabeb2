import {
  AnimalStore,
  ApiError,
  ConnectionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../src/index.js';
import { fakeClock } from './support/fake-clock.js';
import {
  type Answer,
  cut,
  json,
  refused,
  type ScriptedServer,
  stall,
  startScripted,
  text,
  truncate,
} from './support/scripted-server.js';

const REX = { id: 1, name: 'Rex', categoryId: 1 };

let server: ScriptedServer;
afterEach(() => server.close());

async function connect(...script: [Answer, ...Answer[]]) {
  server = await startScripted(...script);
  const clock = fakeClock();
  const store = new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'as_live_test', clock });
  return { store, clock };
}

describe('when an attempt fails on the wire, the call is repeated', () => {
  test.each<[string, Answer]>([
    ['is cut', cut],
    ['is truncated', truncate],
    ['is an HTML page with status 200', text(200, '<html>')],
    ['is an empty 200', text(200, '')],
    ['is a 502 with an HTML page', text(502, '<html>bad gateway')],
    [
      'is a 503 with Retry-After',
      json(503, { code: 'unavailable', message: 'x', status: 503 }, { 'Retry-After': '3' }),
    ],
    ['is an empty 504', text(504, '')],
    ['is a 429', refused({ 'Retry-After': '7' })],
  ])('and succeeds where the first reply %s', async (_, answer) => {
    const { store } = await connect(answer, json(200, [REX]));
    await expect(store.listPets()).resolves.toMatchObject({ items: [REX] });
    expect(server.received).toHaveLength(2);
  });

  test('a POST is re-sent with the same body and the same Idempotency-Key', async () => {
    const { store } = await connect(cut, text(502, ''), json(201, REX));
    await expect(store.createPet({ name: 'Rex', categoryId: 1 })).resolves.toEqual(REX);
    const [first, ...others] = server.received;
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(first?.body).toBe('{"name":"Rex","categoryId":1}');
    for (const other of others) {
      expect(other.body).toBe(first?.body);
      expect(other.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    }
    expect(others).toHaveLength(2);
  });

  test('two POSTs have two Idempotency-Keys', async () => {
    const { store } = await connect(json(201, REX));
    await store.createPet({ name: 'Rex', categoryId: 1 });
    await store.createPet({ name: 'Rex', categoryId: 1 });
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  test('while the first POST still runs on the service (409), the repetition waits and tries again', async () => {
    const running = json(409, { code: 'idempotency_in_progress', message: 'x', status: 409 });
    const { store } = await connect(running, json(201, REX));
    await expect(store.createPet({ name: 'Rex', categoryId: 1 })).resolves.toEqual(REX);
  });
});

describe('when the retries are used up', () => {
  test.each<[string, Answer, abstract new (...args: never[]) => Error, object]>([
    ['a cut connection', cut, ConnectionError, {}],
    ['a truncated reply', truncate, ConnectionError, {}],
    ['HTML with status 200', text(200, '<html>'), ConnectionError, {}],
    [
      'HTML with status 502',
      text(502, '<html>'),
      ServerError,
      { code: 'unavailable', status: 502 },
    ],
    ['an empty 500', text(500, ''), ServerError, { code: 'internal_error', status: 500 }],
    ['JSON that is no Error', json(503, '[1]'), ServerError, { code: 'unavailable', status: 503 }],
    [
      'a 429 without Retry-After',
      refused({}),
      RateLimitError,
      { code: 'rate_limited', status: 429 },
    ],
    [
      'a 429 with nonsense in Retry-After',
      refused({ 'Retry-After': 'soon' }),
      RateLimitError,
      { status: 429 },
    ],
    ['an HTML 403', text(403, '<html>'), ApiError, { code: 'invalid_request', status: 403 }],
  ])('%s is a typed error', async (_, answer, type, fields) => {
    const { store } = await connect(answer);
    const error = await store.listPets().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
    expect(error).not.toBeInstanceOf(SyntaxError);
  });

  test('three attempts were made by default, one with maxRetries 0', async () => {
    const { store } = await connect(cut);
    await expect(store.listPets()).rejects.toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(3);
    await expect(store.listPets({}, { maxRetries: 0 })).rejects.toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(4);
  });

  test('an error that a repetition cannot mend is not repeated', async () => {
    const { store } = await connect(
      json(400, {
        code: 'invalid_request',
        message: 'x',
        status: 400,
        details: [{ in: 'body', path: '/name', message: 'is required' }],
      }),
    );
    await expect(store.createPet({ name: '', categoryId: 1 })).rejects.toMatchObject({
      name: 'InvalidRequestError',
      details: [{ path: '/name' }],
    });
    expect(server.received).toHaveLength(1);
  });
});

describe('waiting', () => {
  test('Retry-After in seconds is never undercut; chance only adds', async () => {
    const { store, clock } = await connect(refused({ 'Retry-After': '7' }), json(200, []));
    const startMs = clock.nowMs;
    await store.listPets();
    expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(7000);
    expect(clock.nowMs - startMs).toBeLessThan(8000);
  });

  test('Retry-After as a date is read against the sender’s clock', async () => {
    const date = new Date('2026-01-01T00:00:00Z');
    const later = new Date(date.getTime() + 9000);
    const { store, clock } = await connect(
      refused({ 'Retry-After': later.toUTCString(), Date: date.toUTCString() }),
      json(200, []),
    );
    const startMs = clock.nowMs;
    await store.listPets();
    expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(9000);
    expect(clock.nowMs - startMs).toBeLessThan(10_000);
  });

  test('a wait longer than maxWaitSeconds throws at once with retryAt, and nothing is sent until then', async () => {
    const { store, clock } = await connect(
      refused({ 'Retry-After': '300' }, 'key_banned'),
      json(200, []),
    );
    const startMs = clock.nowMs;
    const expected = { code: 'key_banned', retryAt: new Date(startMs + 300_000) };
    await expect(store.listPets()).rejects.toMatchObject(expected);
    await expect(store.listPets()).rejects.toMatchObject(expected);
    expect(clock.slept).toEqual([]);
    expect(server.received).toHaveLength(1);
    clock.nowMs = startMs + 300_300;
    await expect(store.listPets()).resolves.toMatchObject({ items: [] });
  });

  test('a 503 with a Retry-After that is too long is thrown instead of slept through', async () => {
    const { store, clock } = await connect(
      json(503, { code: 'unavailable', message: 'x', status: 503 }, { 'Retry-After': '600' }),
    );
    await expect(store.listPets()).rejects.toBeInstanceOf(ServerError);
    expect(clock.slept).toEqual([]);
  });

  test('backoff grows', async () => {
    const { store, clock } = await connect(cut);
    await expect(store.listPets({}, { maxRetries: 5 })).rejects.toBeInstanceOf(ConnectionError);
    const base = [500, 1000, 2000, 4000, 8000];
    expect(clock.slept).toHaveLength(5);
    for (const [index, ms] of base.entries()) {
      expect(clock.slept[index]).toBeGreaterThanOrEqual(ms);
      expect(clock.slept[index]).toBeLessThanOrEqual(ms * 1.5);
    }
  });
});

describe('time limits and signals', () => {
  test('an attempt that stalls is a TimeoutError after timeoutMs, each attempt anew', async () => {
    const { store } = await connect(stall);
    await expect(store.listPets({}, { timeoutMs: 50, maxRetries: 1 })).rejects.toBeInstanceOf(
      TimeoutError,
    );
    expect(server.received).toHaveLength(2);
  });

  test('an abort is the platform’s AbortError, at once, and is not repeated', async () => {
    const { store } = await connect(stall);
    const controller = new AbortController();
    const call = store.listPets({}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.received).toHaveLength(1);
  });

  test('an abort while waiting for the quota ends the wait', async () => {
    server = await startScripted(refused({ 'Retry-After': '30' }));
    const store = new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'as_live_test' });
    const controller = new AbortController();
    const call = store.listPets({}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 100);
    await expect(call).rejects.toThrow('enough');
    expect(server.received).toHaveLength(1);
  });

  test('a signal that is already aborted sends nothing', async () => {
    const { store } = await connect(json(200, []));
    await expect(store.listPets({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(server.received).toHaveLength(0);
  });
});

describe('what fresh eyes found', () => {
  test.each([0, 1, 2, 3, 5])(
    'an abort %i ticks after the call sends nothing, or ends it',
    async (ticks) => {
      const { store } = await connect(stall);
      const controller = new AbortController();
      const call = store.listPets(
        {},
        { signal: controller.signal, maxRetries: 0, timeoutMs: 1000 },
      );
      for (let tick = 0; tick < ticks; tick += 1) await null;
      controller.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    },
  );

  test('an abort while a reply is judged ends the wait that follows', async () => {
    const controller = new AbortController();
    server = await startScripted(
      json(503, { code: 'unavailable', message: 'x', status: 503 }, { 'Retry-After': '30' }),
    );
    const store = new AnimalStore({
      baseUrl: server.baseUrl,
      apiKey: 'k',
      onResponse: () => controller.abort(),
    });
    await expect(store.listPets({}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('a parameter that the operation does not have is refused by name, and nothing is sent', async () => {
    const { store } = await connect(json(200, []));
    const filters = { limit: 1, page: 2 };
    await expect(store.listPets(filters)).rejects.toThrow(/^page /);
    await expect(store.listPets({ status: null as never })).rejects.toThrow(/^status .*null/);
    expect(server.received).toHaveLength(0);
  });

  test('a body without fields is sent as such, for the service to judge', async () => {
    const { store } = await connect(json(201, REX));
    await store.createPet({} as never);
    expect(server.received[0]).toMatchObject({
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('a redirect is not followed: a POST would become a GET', async () => {
    const { store } = await connect((res) => res.writeHead(302, { Location: '/v2/pets' }).end());
    const call = store.createPet({ name: 'Rex', categoryId: 1 }, { maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(ConnectionError);
    expect(server.received).toHaveLength(1);
  });

  test('a header that cannot be sent is told at once', async () => {
    server = await startScripted(json(200, []));
    const onRequest = ({ headers }: { headers: Record<string, string> }) => {
      headers['X-User'] = '日本';
    };
    const store = new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'k', onRequest });
    await expect(store.listPets()).rejects.toMatchObject({ name: 'TypeError' });
  });

  test('a shorter refusal does not hide a longer one', async () => {
    let count = 0;
    const { store } = await connect((res, req) => {
      count += 1;
      const [code, seconds] = count === 1 ? ['key_banned', '300'] : ['rate_limited', '20'];
      refused({ 'Retry-After': seconds }, code)(res, req);
    });
    await Promise.allSettled([store.listPets(), store.listPets({}, { maxRetries: 0 })]);
    await expect(store.listPets()).rejects.toMatchObject({ code: 'key_banned' });
  });

  test('maxWaitSeconds bounds what the service asks for, not the client’s own pauses', async () => {
    server = await startScripted(text(502, ''), json(200, []));
    const store = new AnimalStore({
      baseUrl: server.baseUrl,
      apiKey: 'k',
      maxWaitSeconds: 0,
      clock: fakeClock(),
    });
    await expect(store.listPets()).resolves.toMatchObject({ items: [] });
  });
});
