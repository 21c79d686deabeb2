// A server that gets the requests of conformance vectors.
import type { Subject, Vector } from '@animal-store/contract/conformance';
import type { TestServer } from './start-server.js';

const ENOUGH = { perMinute: 1_000_000, perDay: 10_000_000 };
const PUBLISHABLE = { isReadOnly: true, isPublishable: true, origins: ['https://app.example'] };

/** Stores what the vector has, and issues its keys. */
export async function prepareSubject(
  server: TestServer,
  { pets = [], orders = [], quota = ENOUGH }: Pick<Vector, 'pets' | 'orders' | 'quota'>,
): Promise<Subject> {
  for (const pet of pets) await server.store.pets.insert(pet);
  await server.store.orders.put(orders);
  const issue = async (restrictions = {}) =>
    (await server.issueKey('enterprise', quota, restrictions)).key;
  return {
    baseUrl: `${server.url}/v1`,
    keys: {
      live: await issue(),
      other: await issue(),
      publishable: await issue(PUBLISHABLE),
      invalid: 'as_live_invalid',
    },
    fetch,
    advance: (seconds) => server.advanceTime(seconds * 1000),
  };
}
