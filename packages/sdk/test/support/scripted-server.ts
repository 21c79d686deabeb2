// A small real HTTP server that answers each request with the next line of a script: cuts, stalls, lies.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (res: ServerResponse, req: IncomingMessage) => void;

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  atMs: number;
}

export interface ScriptedServer {
  baseUrl: string;
  received: Received[];
  close(): Promise<void>;
}

/** @param script The answers in order; the last one repeats. */
export async function startScripted(...script: [Answer, ...Answer[]]): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    req.on('end', () => {
      const answer = script[Math.min(received.length, script.length - 1)] ?? script[0];
      received.push({
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        body,
        atMs: Date.now(),
      });
      answer(res, req);
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

const RATE = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '1795132860',
  'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
  RateLimit: '"minute";r=59;t=42, "day";r=999;t=3642',
};

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (res) =>
    res
      .writeHead(status, { 'Content-Type': 'application/json', ...RATE, ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (res) =>
    res.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(body);

/** Closes the connection without a reply. */
export const cut: Answer = (res) => res.socket?.destroy();

/** Never answers. */
export const stall: Answer = () => {};

/** Promises more than it sends. */
export const truncate: Answer = (res) => {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  res.write('[{"id":1,');
  setTimeout(() => res.socket?.destroy(), 20);
};

export const refused = (headers: Record<string, string>, code = 'rate_limited'): Answer =>
  json(429, { code, message: 'The quota is used up.', status: 429 }, headers);
