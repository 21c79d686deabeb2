// A server that gets the requests of conformance vectors.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
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
    fetch: (url, init) =>
      init.method === 'GET' && init.body !== undefined ? getWithBody(url, init) : fetch(url, init),
    advance: (seconds) => server.advanceTime(seconds * 1000),
  };
}

/** `fetch` sends no body with GET. */
async function getWithBody(url: string, { headers, body }: RequestInit): Promise<Response> {
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  const length = { 'Content-Length': bytes.length }; // Node sends none with GET
  const sent = request(url, {
    headers: { ...Object.fromEntries(new Headers(headers)), ...length },
  });
  sent.end(bytes);
  const [reply]: IncomingMessage[] = await once(sent, 'response');
  if (reply === undefined) throw new Error('no response');
  const received = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(await text(reply), { status: reply.statusCode ?? 0, headers: received });
}
