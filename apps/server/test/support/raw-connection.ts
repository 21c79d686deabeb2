// Raw HTTP/1.1 connection, for requests that no HTTP client would send.
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

export interface Connection {
  send(data: string | Uint8Array): void;
  /** Reads the next response. @throws if the connection ends before the response is complete. */
  reply(options?: { withoutBody?: boolean }): Promise<RawResponse>;
  /** Resolves when the server closes the connection. */
  closed: Promise<void>;
  /** Closes the socket without waiting. */
  destroy(): void;
}

/** @param options.halfOpen Keeps the client's side open after the server ends its side. */
export function openConnection(
  url: string,
  { halfOpen = false, localAddress }: { halfOpen?: boolean; localAddress?: string } = {},
): Connection {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: halfOpen,
    ...(localAddress !== undefined && { localAddress }),
  });
  let received: Buffer = Buffer.alloc(0);
  let ended = false;
  let wake = () => {};
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', () => {}); // a reset ends the connection, as a close does
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      wake();
      resolve();
    };
    socket.on('close', end);
    if (!halfOpen) socket.on('end', end);
  });

  return {
    send: (data) => void socket.write(data),
    async reply({ withoutBody = false } = {}) {
      for (;;) {
        const found = takeReply(received, withoutBody);
        if (found) {
          received = found.rest;
          return found.reply;
        }
        if (ended) throw new Error(`incomplete response: ${received.toString('latin1')}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    closed,
    destroy: () => void socket.destroy(),
  };
}

/** Sends a request on a new connection and reads one response. */
export async function sendRaw(
  url: string,
  data: string | Uint8Array,
  options?: { withoutBody?: boolean },
): Promise<RawResponse> {
  const connection = openConnection(url);
  try {
    connection.send(data);
    return await connection.reply(options);
  } finally {
    connection.destroy();
  }
}

/** Formats a request. A Host header is added unless `headers` has one. */
export function formatRequest(
  startLine: string,
  headers: readonly string[] = [],
  body: string = '',
): string {
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: 127.0.0.1'];
  return `${[`${startLine} HTTP/1.1`, ...host, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

/** A POST of an animal. */
export function formatPost(key: string, body: string, headers: readonly string[] = []): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const own = [`Authorization: Bearer ${key}`, 'Content-Type: application/json', length];
  return formatRequest('POST /v1/pets', [...own, ...headers], body);
}

/** Sends a POST of an animal up to the body, for which the server waits. */
export async function startPost(
  { url, key }: { url: string; key: string },
  body: string,
  headers: readonly string[] = [],
): Promise<Connection> {
  const connection = openConnection(url);
  const request = formatPost(key, body, [...headers, 'Expect: 100-continue']);
  connection.send(request.slice(0, request.indexOf('\r\n\r\n') + 4));
  expect((await connection.reply()).status).toBe(100);
  return connection;
}

function takeReply(received: Buffer, withoutBody: boolean) {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    }),
  );
  const length = withoutBody ? 0 : Number(headers.get('content-length') ?? 0);
  const bodyStart = headEnd + 4;
  if (received.length < bodyStart + length) return undefined;
  return {
    reply: { status, headers, text: received.toString('utf8', bodyStart, bodyStart + length) },
    rest: received.subarray(bodyStart + length),
  };
}
