// A network that loses replies: hands everything on to the server, and hangs up when the reply comes.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SwallowingProxy {
  /** The server's URL, but by way of here. */
  url: string;
  /** Resolves with the next reply's beginning, just before the client is hung up on. */
  nextReply(): Promise<string>;
  close(): void;
}

export async function startSwallowingProxy(serverUrl: string): Promise<SwallowingProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const waiting: ((reply: string) => void)[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {}); // whichever side hangs up, the other is told by the close
      socket.once('close', () => sockets.delete(socket));
    }
    client.pipe(server);
    client.once('close', () => server.destroy());
    server.once('close', () => client.destroy());
    server.once('data', (reply: Buffer) => {
      waiting.shift()?.(reply.toString('latin1'));
      client.destroy();
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}${target.pathname}`,
    nextReply: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
