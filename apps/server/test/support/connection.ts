// Speaks to the server byte by byte, for what no HTTP client would send.
import { connect } from 'node:net';

export interface RawReply {
  status: number;
  headers: Headers;
  text: string;
}

export interface Connection {
  send(data: string | Uint8Array): void;
  /** The next reply. @throws if the connection ends before it is whole. */
  reply(options?: { withoutBody?: boolean }): Promise<RawReply>;
  /** Resolves when the server has closed it. */
  closed: Promise<void>;
  /** Hangs up. */
  destroy(): void;
}

/** @param options.halfOpen Stays on the line when the server says good-bye. */
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
  socket.on('error', () => {}); // a reset is an end like any other
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
        if (ended) throw new Error(`not a whole reply: ${received.toString('latin1')}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    closed,
    destroy: () => void socket.destroy(),
  };
}

/** Opens a connection, sends, and takes the one reply. */
export async function exchange(
  url: string,
  data: string | Uint8Array,
  options?: { withoutBody?: boolean },
): Promise<RawReply> {
  const connection = openConnection(url);
  try {
    connection.send(data);
    return await connection.reply(options);
  } finally {
    connection.destroy();
  }
}

/** A request's text. A Host header is among the lines, unless they bring one. */
export function requestText(
  startLine: string,
  headers: readonly string[] = [],
  body: string = '',
): string {
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: 127.0.0.1'];
  return `${[`${startLine} HTTP/1.1`, ...host, ...headers].join('\r\n')}\r\n\r\n${body}`;
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
