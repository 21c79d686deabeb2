// A crowd of clients, each of which connects, asks once, and then stays on the line in silence.
import { connect, type Socket } from 'node:net';

const BATCH = 250;

export interface Crowd {
  /** How many have come so far, and which the server has closed, by their number, in that order. */
  came: number;
  closed: number[];
  /** What the server said to all of them, without repetition. */
  heard: Set<string>;
  /** Lets more of them come; resolves when each has been answered. */
  come(count: number): Promise<void>;
  /** Resolves when the server has closed so many. */
  left(count: number): Promise<void>;
  /** Asks once more for one of them. */
  ask(client: number): Promise<void>;
  hangUp(): void;
}

/** @param question What each sends; without it they are silent from the beginning. */
export function startCrowd(url: string, question: string | undefined): Crowd {
  const { port } = new URL(url);
  const sockets: Socket[] = [];
  let wake = () => {};

  async function comeOne(client: number): Promise<void> {
    const socket = connect(Number(port), '127.0.0.1');
    sockets[client] = socket;
    socket.on('error', () => {}); // a reset is an end like any other
    socket.on('data', (data: Buffer) => {
      const [statusLine = ''] = data.toString('latin1').split('\r\n', 1);
      crowd.heard.add(statusLine);
    });
    socket.on('close', () => {
      crowd.closed.push(client);
      wake();
    });
    await happens(socket, 'connect');
    if (question !== undefined) await crowd.ask(client);
  }

  const crowd: Crowd = {
    came: 0,
    closed: [],
    heard: new Set(),
    async come(count) {
      for (let rest = count; rest > 0; rest -= BATCH) {
        const first = crowd.came;
        const batch = Array.from({ length: Math.min(BATCH, rest) }, (_, index) => first + index);
        crowd.came += batch.length;
        await Promise.all(batch.map(comeOne));
      }
    },
    async left(count) {
      while (crowd.closed.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async ask(client) {
      const socket = sockets[client];
      if (socket === undefined || question === undefined) throw new Error('nobody to ask');
      socket.write(question);
      await happens(socket, 'data');
    },
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
  };
  return crowd;
}

function happens(socket: Socket, event: 'connect' | 'data'): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error(`closed before ${event}`));
    socket.once('close', end);
    socket.once(event, () => {
      socket.off('close', end);
      resolve();
    });
  });
}
