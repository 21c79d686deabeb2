// SDK client on a fake clock, connected to a scripted server that is closed after the test.
import { AnimalStore, type AnimalStoreOptions, type Int64Mode } from '../../src/index.js';
import { createFakeClock, type FakeClock } from './fake-clock.js';
import {
  json,
  type Responder,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.js';

export const REX = { id: 1, name: 'Rex', categoryId: 1 };

/** A page of animals. @param next The cursor of the next page, if there is one. */
export const page = (ids: number[], next?: string): Responder =>
  json(
    200,
    ids.map((id) => ({ ...REX, id })),
    next ? { Link: `</v1/pets?limit=2&status=sold&cursor=${next}>; rel="next"` } : {},
  );

interface Connection<Mode extends Int64Mode> {
  store: AnimalStore<Mode>;
  server: ScriptedServer;
  clock: FakeClock;
}

const servers: ScriptedServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** @param options Override the defaults, such as the fake clock. */
export async function connectWith<Mode extends Int64Mode = 'number'>(
  options: Partial<AnimalStoreOptions<Mode>>,
  ...script: [Responder, ...Responder[]]
): Promise<Connection<Mode>> {
  const server = await startScriptedServer(...script);
  servers.push(server);
  const clock = createFakeClock();
  const { baseUrl } = server;
  const settings = { baseUrl, apiKey: 'as_live_test', clock, ...options };
  return {
    store: new AnimalStore<Mode>(settings as ConstructorParameters<typeof AnimalStore<Mode>>[0]),
    server,
    clock,
  };
}

export const connect = (...script: [Responder, ...Responder[]]): Promise<Connection<'number'>> =>
  connectWith({}, ...script);
