// Redirects, which are refused.
import { ConnectionError } from '../../src/index.js';
import { connect, connectWith } from '../support/connect.js';
import type { Responder } from '../support/scripted-server.js';

const redirect =
  (status: number, location: string): Responder =>
  (res) =>
    res.writeHead(status, { Location: location }).end();

const FOLLOWED_SILENTLY = { redirected: undefined, url: 'http://other.example/' };

describe('when the service redirects, then the call rejects, and is neither redirected nor retried', () => {
  test.each([301, 302, 303, 307, 308])('with %i', async (status) => {
    const { store, server } = await connect(redirect(status, '/v2/pets'));
    const call = store.createPet({ name: 'Rex', categoryId: 1 });
    await expect(call).rejects.toBeInstanceOf(ConnectionError);
    await expect(call).rejects.toThrow(
      `POST ${server.baseUrl}/pets redirects to /v2/pets: check baseUrl`,
    );
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['hides status and target, as in a browser', { type: 'opaqueredirect', status: 0, ok: false }],
    ['says that it was followed', { redirected: true }],
    ['has another address, which is all that React Native has', FOLLOWED_SILENTLY],
  ])('when the response %s', async (_, members) => {
    const entries = Object.entries(members).map(([name, value]) => [name, { value }]);
    const response = Object.defineProperties(new Response('[]'), Object.fromEntries(entries));
    const fetch = jest.fn(async () => response);
    const { store } = await connectWith({ fetch }, redirect(302, '/'));
    await expect(store.listPets()).rejects.toThrow(/pets redirects to another URL: check baseUrl$/);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
