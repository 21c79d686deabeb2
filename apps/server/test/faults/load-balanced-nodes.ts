// Several nodes that share PostgreSQL and Redis, behind a round-robin load balancer.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SharedStatus } from '../../src/rate-limit/limiter.js';
import { createKey } from '../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';

const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };

export interface Databases {
  databaseUrl: string;
  rateLimitUrl: string;
}

export class LoadBalancedNodes {
  readonly #env: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #proxy = createServer(async (req, res) => {
    try {
      this.#forward(req, res, await buffer(req), 0);
    } catch {
      res.destroy(); // the client has disconnected
    }
  });
  #turn = 0;
  readonly running: ServerProcess[] = [];

  constructor({ databaseUrl, rateLimitUrl }: Databases) {
    this.#env = { DATABASE_URL: databaseUrl, RATE_LIMIT_URL: rateLimitUrl };
  }

  async start(count: number): Promise<void> {
    this.running.push(
      ...(await Promise.all(Array.from({ length: count }, () => this.#startNode()))),
    );
    if (this.#proxy.listening) return;
    this.#proxy.keepAliveTimeout = 60_000;
    this.#proxy.listen(0, '127.0.0.1');
    await once(this.#proxy, 'listening');
  }

  /** URL of the load balancer, with the base path. */
  get url(): string {
    const address = this.#proxy.address();
    if (address === null || typeof address === 'string')
      throw new Error('the proxy does not listen');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** Default quota: large enough for any test. */
  createKey(quota = LARGE_QUOTA): Promise<string> {
    return createKey({ env: this.#env }, 'enterprise', quota);
  }

  /** Number of requests that the running nodes have decided without Redis. */
  async decidedLocally(): Promise<number> {
    const all = await Promise.all(this.running.map(sharedCountersOf));
    return all.reduce((sum, { decidedLocally }) => sum + decidedLocally, 0);
  }

  /** Kills a node and starts another one. */
  async replace(index: number): Promise<void> {
    const [node] = this.running.splice(index, 1);
    await node?.stop('SIGKILL');
    this.running.push(await this.#startNode());
  }

  async close(): Promise<void> {
    this.#proxy.close();
    this.#proxy.closeAllConnections();
    this.#agent.destroy();
    await Promise.all(this.running.map((node) => node.stop('SIGKILL')));
  }

  #startNode(): Promise<ServerProcess> {
    return startServerProcess({ env: this.#env });
  }

  /**
   * Like a load balancer, retries on the next node if the connection was refused, and otherwise closes the client's
   * connection.
   */
  #forward(req: IncomingMessage, res: ServerResponse, body: Buffer, tried: number): void {
    const node = this.running[this.#turn % this.running.length];
    this.#turn += 1;
    if (node === undefined) {
      req.socket.destroy();
      return;
    }
    const { hostname, port } = new URL(node.url);
    const sent = request({
      hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      agent: this.#agent,
      method: req.method,
      path: req.url,
      headers: req.headers,
    });
    sent.once('response', (reply) => {
      res.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.once('error', () => res.destroy());
      reply.pipe(res);
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tried < this.running.length && !res.headersSent) {
        this.#forward(req, res, body, tried + 1);
      } else {
        res.destroy();
      }
    });
    sent.end(body);
  }
}

export async function sharedCountersOf({ url }: ServerProcess): Promise<SharedStatus> {
  const reply = await fetch(new URL('/readyz', url));
  const { sharedCounters }: { sharedCounters: SharedStatus } = JSON.parse(await reply.text());
  return sharedCounters;
}
