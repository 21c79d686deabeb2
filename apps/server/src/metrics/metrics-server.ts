// Metrics server: GET /metrics on a listener of its own, which the API's clients cannot reach. It has none of the API's
// middleware.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { errorMessage } from '../lib/error-message.js';
import { SingleFlight } from '../lib/single-flight.js';
import type { Metrics } from './metrics.js';

const MAX_CONNECTIONS = 32;
const MAX_HEADERS_BYTES = 8_192;
const REQUEST_TIMEOUT_MS = 5_000;
/** Longer than the usual scrape interval of one minute. */
const IDLE_TIMEOUT_MS = 65_000;

export interface MetricsServer {
  address: AddressInfo;
  close(): Promise<void>;
}

/** @throws an Error for the operator if it cannot listen on the address. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host, log }: { port: number; host: string; log: Logger },
): Promise<MetricsServer> {
  const scrapes = new SingleFlight<string>(); // concurrent scrapes cost as much as one
  const reply = async (req: IncomingMessage, res: ServerResponse) => {
    const [path] = (req.url ?? '').split('?', 1);
    if (path !== '/metrics') return refuse(res, 404, 'The only path is /metrics.');
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      return refuse(res, 405, 'Use GET or HEAD.');
    }
    const text = await scrapes.get('', () => metrics.toText());
    res.writeHead(200, {
      'Content-Type': metrics.contentType,
      'Content-Length': Buffer.byteLength(text),
    });
    res.end(text);
  };
  const server = createServer(
    {
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADERS_BYTES,
    },
    (req, res) => {
      reply(req, res).catch((error: unknown) => {
        log.error({ err: error }, 'cannot collect the metrics');
        refuse(res, 500, 'The metrics cannot be collected: see the log.');
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_TIMEOUT_MS); // also ends a client that does not read its reply
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw metricsListenError(error);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return {
    address,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(res: ServerResponse, status: number, message: string): void {
  const text = `${message}\n`;
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close', // its body, if any, is not read
  });
  res.end(text);
}

export function metricsListenError(error: unknown): Error {
  const advice = 'set METRICS_PORT to another port, or METRICS_HOST to an address of this machine';
  return new Error(`cannot serve metrics: ${errorMessage(error)}; ${advice}`, { cause: error });
}
