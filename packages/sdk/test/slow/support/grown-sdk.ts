// The built SDK of the contract that has grown, and a scripted server for its client.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Responder,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/scripted-server.js';

type AnyMethod = (params?: object) => Promise<unknown>;
type AnyStore = Record<string, AnyMethod>;

/** Set by the global setup. */
export const TREE = process.env.GROWN_SDK_TREE ?? '';

let server: ScriptedServer | undefined;

afterEach(() => server?.close());

/** What an entry point of the built package exports: `index` is the core. */
export function requireEntry(name: string) {
  return createRequire(__filename)(join(TREE, `packages/sdk/dist/${name}.cjs`));
}

/** A client of the built package, whose server is closed after the test. */
export async function connect(
  options: object,
  ...script: [Responder, ...Responder[]]
): Promise<{ store: AnyStore; server: ScriptedServer }> {
  const started = await startScriptedServer(...script);
  server = started;
  const { AnimalStore } = requireEntry('index');
  const { baseUrl } = started;
  return {
    store: new AnimalStore({ baseUrl, apiKey: 'as_live_test', ...options }),
    server: started,
  };
}

export const noContent: Responder = (res) => res.writeHead(204).end();
