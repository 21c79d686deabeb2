// SDK client on a fake clock, connected to a scripted server that is closed after the test.
import { AnimalStore, type AnimalStoreOptions } from '../../src/index.js';
import { createFakeClock, type FakeClock } from './fake-clock.js';
import { type Responder, type ScriptedServer, startScriptedServer } from './scripted-server.js';

export const REX = { id: 1, name: 'Rex', categoryId: 1 };

interface Connection {
  store: AnimalStore;
  server: ScriptedServer;
  clock: FakeClock;
}

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

/** @param options Override the defaults, such as the fake clock. */
export async function connectWith(
  options: Partial<AnimalStoreOptions>,
  ...script: [Responder, ...Responder[]]
): Promise<Connection> {
  server = await startScriptedServer(...script);
  const clock = createFakeClock();
  const { baseUrl } = server;
  return {
    store: new AnimalStore({ baseUrl, apiKey: 'as_live_test', clock, ...options }),
    server,
    clock,
  };
}

export const connect = (...script: [Responder, ...Responder[]]): Promise<Connection> =>
  connectWith({}, ...script);
