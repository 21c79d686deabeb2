// A server that gets the requests of conformance vectors.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Seeds, Subject, Vector } from '@animal-store/contract/conformance';
import type { Item } from '@animal-store/engine/internal/storage/columns';
import type { AnyResource } from '@animal-store/engine/internal/storage/table';
import type { TestServer } from './start-server.js';

const ENOUGH = { perMinute: 1_000_000, perDay: 10_000_000 };
const PUBLISHABLE = { isReadOnly: true, isPublishable: true, origins: ['https://app.example'] };

/** Stores what the vector has, and issues its keys. */
export async function prepareSubject(
  server: TestServer,
  { seeds = {}, quota = ENOUGH }: Pick<Vector, 'seeds' | 'quota'>,
): Promise<Subject> {
  await seed(server.store, seeds);
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

async function seed(tables: object, seeds: Seeds): Promise<void> {
  const tableOf = new Map(Object.entries<AnyResource>({ ...tables }));
  for (const [name, items] of Object.entries(seeds)) {
    const table = tableOf.get(name);
    if (table === undefined) throw new Error(`there is no table ${name}`);
    await table.put(items.filter(hasId));
    for (const item of items) if (!hasId(item)) await table.insert(item);
  }
}

function hasId(item: object): item is Item {
  return 'id' in item;
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
