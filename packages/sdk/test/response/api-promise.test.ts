// The whole response of a call, by `withResponse`.
import { connect, REX } from '../support/connect.js';
import { json } from '../support/scripted-server.js';

describe('when withResponse is called', () => {
  test('then it resolves to data, response, quota and request id, and the store has the same quota', async () => {
    const { store } = await connect(json(200, REX, { 'X-Request-Id': 'r-1' }));
    expect(store.rateLimit).toBeUndefined();
    const { data, response, rateLimit, requestId } = await store
      .getPet({ petId: 1 })
      .withResponse();
    expect(data).toEqual(REX);
    expect(response.status).toBe(200);
    expect(requestId).toBe('r-1');
    expect(rateLimit).toEqual({
      limit: 60,
      remaining: 59,
      reset: 1795132860,
      minute: { limit: 60, remaining: 59, resetSeconds: 42 },
      day: { limit: 1000, remaining: 999, resetSeconds: 3642 },
    });
    expect(store.rateLimit).toEqual(rateLimit);
  });

  test('then an error response rejects with an error that has them too', async () => {
    const { store } = await connect(
      json(404, { code: 'not_found', message: 'No.', status: 404 }, { 'X-Request-Id': 'r-2' }),
    );
    await expect(store.getPet({ petId: 1 }).withResponse()).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'not_found',
      rawMessage: 'No.',
      requestId: 'r-2',
      rateLimit: { remaining: 59 },
    });
  });
});
