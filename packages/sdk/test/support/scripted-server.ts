// HTTP server whose responses are scripted: valid ones, errors, stalls and broken connections.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Responder = (res: ServerResponse, req: IncomingMessage) => void;

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ScriptedServer {
  baseUrl: string;
  received: ReceivedRequest[];
  close(): Promise<void>;
}

/** @param script One responder for each request, in order. The last one answers all further requests. */
export async function startScriptedServer(
  ...script: [Responder, ...Responder[]]
): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    req.on('end', () => {
      const respond = script[Math.min(received.length, script.length - 1)] ?? script[0];
      received.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
      respond(res, req);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Asserts that a call is refused with a TypeError before anything is sent. */
export async function expectRefusal(
  call: PromiseLike<unknown>,
  message: string | RegExp,
  { received }: ScriptedServer,
): Promise<void> {
  await expect(call).rejects.toThrow(TypeError);
  await expect(call).rejects.toThrow(message);
  expect(received).toEqual([]);
}

export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '1795132860',
  'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
  RateLimit: '"minute";r=59;t=42, "day";r=999;t=3642',
};

/** A response of the service: JSON with rate-limit headers. A string is sent as it is. A list has the link of a last page. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Responder =>
  (res, { url }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (text.startsWith('[')) res.setHeader('Link', `<${url}>; rel="first"`);
    const own = { 'Content-Type': 'application/json', ...RATE_LIMIT_HEADERS, ...headers };
    res.writeHead(status, own).end(text);
  };

/** A response of a proxy: HTML without rate-limit headers. */
export const html =
  (status: number, body: string): Responder =>
  (res) =>
    res.writeHead(status, { 'Content-Type': 'text/html' }).end(body);

export const rateLimited = (headers: Record<string, string>, code = 'rate_limited'): Responder =>
  json(429, { code, message: 'The quota is used up.', status: 429 }, headers);

/** A list without items, after which so many requests of the minute are left. */
export const withRemaining = (remaining: number, resetSeconds: number): Responder =>
  json(200, [], {
    'X-RateLimit-Remaining': String(remaining),
    RateLimit: `"minute";r=${remaining};t=${resetSeconds}, "day";r=999;t=3642`,
  });

export const unavailable = (headers: Record<string, string> = {}): Responder =>
  json(503, { code: 'unavailable', message: 'x', status: 503 }, headers);

/** Closes the connection without a response. */
export const closeConnection: Responder = (res) => res.socket?.destroy();

/** Never responds. */
export const stall: Responder = () => {};

/** Closes the connection in the middle of the body. */
export const truncate: Responder = (res) => {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  res.write('[{"id":1,');
  setTimeout(() => res.socket?.destroy(), 20);
};
