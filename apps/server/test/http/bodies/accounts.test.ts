import { expectError } from '../../support/expect-error.js';
import type { TestServer } from '../../support/start-server.js';
import { errorsOf, startGrowthServer } from './growth-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startGrowthServer();
});
afterAll(() => server.close());

const ACCOUNT = { name: 'Hambone', password: 'correct horse' };
const create = (json: unknown) => server.call('/growth/accounts', { method: 'POST', json });
const patch = (type: string, body = '{"name":"a"}') =>
  server.call('/growth/accounts/1', { method: 'PATCH', body, headers: { 'Content-Type': type } });

describe('read-only and write-only properties', () => {
  test('when a request has the write-only ones and not the read-only ones, then it is valid, also if they are required', async () => {
    const reply = await create({ ...ACCOUNT, address: { city: 'Ulm', door: '1234' } });
    expect(reply.status).toBe(201);
    expect(reply.text).toBe(
      '{"id":9007199254740993,"name":"Hambone","createdAt":"2026-11-20T10:00:00Z","address":{"city":"Ulm","zone":"north"}}',
    );
  });

  test('when a request has read-only ones, then each is refused, whatever its value', async () => {
    const json = { ...ACCOUNT, id: 1, createdAt: null, address: { city: 'Ulm', zone: 'north' } };
    expect(errorsOf(await create(json)).sort()).toEqual([
      '/address/zone invalid is read-only',
      '/createdAt invalid is read-only',
      '/id invalid is read-only',
    ]);
  });

  test('when a request lacks a required write-only one, then it is a 400', async () => {
    expect(errorsOf(await create({ name: 'a' }))).toEqual(['/password required is required']);
  });
});

describe('a request body of another media type', () => {
  test.each(['application/merge-patch+json', 'Application/Merge-Patch+JSON; charset=utf-8'])(
    'when it is sent as %s, then it is received',
    async (type) => {
      const text = '{"name":"a","nickname":null,"managerId":9007199254740993}';
      const reply = await patch(type, text);
      expect([reply.status, reply.text]).toEqual([200, text]);
      expect(reply.headers.get('content-type')).toBe('application/merge-patch+json');
    },
  );

  test.each(['application/json', 'application/json-patch+json', 'text/plain', 'application/*'])(
    'when it is sent as %s, then the 415 names the right one',
    async (type) => {
      const reply = await patch(type);
      expectError(reply, 415, 'unsupported_media_type');
      expect(reply.headers.get('accept')).toBe('application/merge-patch+json');
      expect(reply.json.message).toContain('application/merge-patch+json');
    },
  );

  test('when it is sent without a type, then the 415 names the right one', async () => {
    const reply = await server.call('/growth/accounts/1', { method: 'PATCH' });
    expectError(reply, 415, 'unsupported_media_type');
    expect(reply.headers.get('accept')).toBe('application/merge-patch+json');
  });

  test('when the operation has application/json, then it is refused there', async () => {
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const reply = await server.call('/growth/note', {
      method: 'PUT',
      headers,
      body: '{"text":"a"}',
    });
    expect([reply.status, reply.headers.get('accept')]).toEqual([415, 'application/json']);
  });

  test('when it is invalid, then it is a 400', async () => {
    expect(errorsOf(await patch('application/merge-patch+json', '{}'))).toEqual([
      ' min_properties must have at least 1 property',
    ]);
  });
});

describe('a reply', () => {
  test('when its status has no content, then it has neither a body nor its headers', async () => {
    const reply = await server.call('/growth/accounts/1', { method: 'DELETE' });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(reply.headers.get('content-length')).toBeNull();
    expect(reply.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  test('when an operation has several success statuses, then each has its own media type and headers', async () => {
    const created = await create(ACCOUNT);
    expect([created.status, created.headers.get('content-type')]).toEqual([
      201,
      'application/json',
    ]);
    expect(created.headers.get('location')).toBe('/v1/growth/accounts/9007199254740993');
    expect(created.headers.get('x-account-version')).toBe('1');
    const queued = await create({ ...ACCOUNT, name: 'later' });
    expect([queued.status, queued.text]).toEqual([202, '{"state":"queued"}']);
    expect(queued.headers.get('content-type')).toBe('application/vnd.animal-store.job+json');
    expect(queued.headers.get('location')).toBeNull();
  });
});
