// Flood of anonymous requests: it is refused, and clients with valid keys are served.
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfTool } from '../support/describe-if-tool.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';

const FLOOD_ADDRESS = '127.0.0.2';
const OTHER_ADDRESS = '127.0.0.3';
const FLOOD_MS = 5_000;
/** Until every connection of the flood has been accepted. */
const WARM_UP_MS = 2_000;
const PAUSE_MS = 5;

const store = useTempStore();

/** Starts a flood. Returns a function that stops it and resolves with the count of each status. */
function flood({ url }: ServerProcess, connections: number, path: string) {
  const client = join(__dirname, 'flood-client.cjs');
  const args = [client, new URL(url).port, FLOOD_ADDRESS, String(connections), path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = text(child.stdout);
  return async (): Promise<Record<string, number>> => {
    child.kill('SIGTERM');
    return JSON.parse(await printed);
  };
}

interface Reader {
  localAddress: string;
  isKeepAlive: boolean;
}

/** Client that sends one request at a time. */
class AuthenticatedClient {
  readonly statuses = new Set<number>();
  readonly #agent: Agent;

  constructor(
    readonly server: ServerProcess,
    readonly key: string,
    readonly reader: Reader,
  ) {
    this.#agent = new Agent({ keepAlive: reader.isKeepAlive, maxSockets: 1 });
  }

  get(): Promise<number> {
    const { port } = new URL(this.server.url);
    const { localAddress } = this.reader;
    const headers = { Authorization: `Bearer ${this.key}` };
    const options = { host: '127.0.0.1', port, path: '/v1/pets', localAddress, headers };
    return new Promise((resolve, reject) => {
      get({ ...options, agent: this.#agent }, (reply) =>
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0)),
      ).once('error', reject);
    });
  }

  async readFor(durationMs: number): Promise<void> {
    const endMs = performance.now() + durationMs;
    while (performance.now() < endMs) {
      this.statuses.add(await this.get());
      await pause(PAUSE_MS);
    }
    this.#agent.destroy();
  }
}

describeIfTool('12,000 open files')('when an address floods the server without keys', () => {
  test.each([
    [2_000, '/v1/pets', '429'],
    [2_000, '/openapi.json', '200'],
  ])(
    'over %i connections to %s, then requests with a valid key are answered, none by a 503',
    async (connections, path, expected) => {
      const key = await createUnlimitedKey(store);
      const server = await store.start();
      const clients = [OTHER_ADDRESS, FLOOD_ADDRESS].flatMap((localAddress) =>
        [true, false].map(
          (isKeepAlive) => new AuthenticatedClient(server, key, { localAddress, isKeepAlive }),
        ),
      );
      for (const client of clients) await client.get(); // opens the keep-alive connections
      const stop = flood(server, connections, path);
      await pause(WARM_UP_MS);
      await Promise.all(clients.map((client) => client.readFor(FLOOD_MS)));
      const floodStatuses = await stop();
      const { stdout } = await server.stop();
      for (const { statuses } of clients) expect([...statuses]).toEqual([200]);
      expect(floodStatuses[expected]).toBeGreaterThan(0);
      const lines = stdout
        .split('\n')
        .filter((line) => line.includes(`"client":"${FLOOD_ADDRESS}"`));
      const anonymous = lines.filter((line) => !line.includes('"keyId"'));
      expect(anonymous.length).toBeLessThan(1_000);
    },
  );
});
