// TCP proxy that forwards requests and disconnects the client when the response arrives.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface ResponseDroppingProxy {
  /** URL of the server through the proxy. */
  url: string;
  /** Resolves with the start of the next dropped response. */
  nextDroppedResponse(): Promise<string>;
  close(): void;
}

export async function startResponseDroppingProxy(
  serverUrl: string,
): Promise<ResponseDroppingProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const waiting: ((reply: string) => void)[] = [];
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {}); // the close event ends the other side
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
    nextDroppedResponse: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
