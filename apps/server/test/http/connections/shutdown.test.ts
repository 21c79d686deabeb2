// Shutdown of a server: which requests are still answered, and which connections are closed.
import { formatRequest, openConnection, startPost } from '../../support/raw-connection.js';
import { useServer } from '../../support/use-server.js';

const server = useServer();

const PET = '{"name":"Hambone","categoryId":1}';

const key = () => `Authorization: Bearer ${server.key}`;

describe('when the server shuts down', () => {
  test('then it closes connections without a request at once, and answers the request in progress', async () => {
    const busy = await startPost(server, PET);
    const unused = openConnection(server.url);
    const idle = openConnection(server.url);
    idle.send(formatRequest('GET /healthz'));
    await idle.reply(); // connections are accepted in order
    const closing = server.close();
    await Promise.all([idle.closed, unused.closed]);
    busy.send(PET);
    const reply = await busy.reply();
    expect([reply.status, reply.text]).toEqual([201, '{"id":1,"name":"Hambone","categoryId":1}']);
    await busy.closed;
    await closing;
  });

  test('then it answers a request whose headers are incomplete', async () => {
    const connection = openConnection(server.url);
    const text = formatRequest('GET /v1/pets', [key()]);
    connection.send(text.slice(0, 20));
    await fetch(`${server.url}/healthz`); // by now the server has the partial request
    const closing = server.close();
    connection.send(text.slice(20));
    expect((await connection.reply()).status).toBe(200);
    await closing;
  });

  test('then a new request on an open connection is the last one there', async () => {
    const busy = await startPost(server, PET);
    const connection = await startPost(server, PET);
    const closing = server.close();
    connection.send(PET + formatRequest('GET /v1/pets', [key()]));
    expect((await connection.reply()).status).toBe(201);
    const last = await connection.reply();
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
    await connection.closed;
    busy.send(PET);
    expect((await busy.reply()).status).toBe(201);
    await closing;
  });

  test('then a request that never ends is aborted, and new connections are refused', async () => {
    const connection = await startPost(server, PET);
    await server.close();
    await connection.closed;
    await expect(connection.reply()).rejects.toThrow('incomplete response');
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  });
});

test('a connection serves consecutive requests', async () => {
  const connection = openConnection(server.url);
  for (let count = 0; count < 10; count += 1) {
    connection.send(formatRequest('GET /v1/pets', [key()]));
    const reply = await connection.reply();
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'keep-alive']);
    expect(reply.headers.get('keep-alive')).toBe('timeout=620');
  }
  connection.destroy();
});
