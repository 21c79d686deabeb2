// Many clients that each connect, send a request and then stay idle.
import { connect, type Socket } from 'node:net';

const BATCH_SIZE = 250;

export interface IdleClients {
  /** Number of connected clients, and the clients that the server has disconnected, in order. */
  connected: number;
  closed: number[];
  /** Distinct status lines of the responses. */
  statusLines: Set<string>;
  /** Connects more clients. Resolves when each has a response. */
  connect(count: number): Promise<void>;
  /** Resolves when the server has closed that many connections. */
  waitForClosed(count: number): Promise<void>;
  /** Sends another request for a client. */
  send(client: number): Promise<void>;
  destroy(): void;
}

/** @param request What each client sends. Without it, clients send nothing. */
export function createIdleClients(url: string, request: string | undefined): IdleClients {
  const { port } = new URL(url);
  const sockets: Socket[] = [];
  let wake = () => {};

  async function connectOne(client: number): Promise<void> {
    const socket = connect(Number(port), '127.0.0.1');
    sockets[client] = socket;
    socket.on('error', () => {}); // a reset ends the connection, as a close does
    socket.on('data', (data: Buffer) => {
      const [statusLine = ''] = data.toString('latin1').split('\r\n', 1);
      clients.statusLines.add(statusLine);
    });
    socket.on('close', () => {
      clients.closed.push(client);
      wake();
    });
    await once(socket, 'connect');
    if (request !== undefined) await clients.send(client);
  }

  const clients: IdleClients = {
    connected: 0,
    closed: [],
    statusLines: new Set(),
    async connect(count) {
      for (let rest = count; rest > 0; rest -= BATCH_SIZE) {
        const first = clients.connected;
        const batch = Array.from(
          { length: Math.min(BATCH_SIZE, rest) },
          (_, index) => first + index,
        );
        clients.connected += batch.length;
        await Promise.all(batch.map(connectOne));
      }
    },
    async waitForClosed(count) {
      while (clients.closed.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async send(client) {
      const socket = sockets[client];
      if (socket === undefined || request === undefined) throw new Error('no such client');
      socket.write(request);
      await once(socket, 'data');
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
  return clients;
}

function once(socket: Socket, event: 'connect' | 'data'): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error(`closed before ${event}`));
    socket.once('close', end);
    socket.once(event, () => {
      socket.off('close', end);
      resolve();
    });
  });
}
