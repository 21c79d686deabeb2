// deploy/nginx.conf in a real nginx, before the real service and before nodes that fail: what reaches a node, what is asked
// twice, and what nginx says itself.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { startServer } from '../support/start-server.js';

const PET = { name: 'Hambone', categoryId: 1 };

let folder: string;
let ended: (() => unknown)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-nginx-'));
  await chmod(folder, 0o755); // nginx' workers are another user
  ended = [];
});

afterEach(async () => {
  for (const end of ended.reverse()) await end();
  await rm(folder, { recursive: true });
});

describeIfTool('nginx')('nginx', () => {
  test('takes the file, and warns of nothing', async () => {
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', await configure([1, 2, 3], 8080)], {
      encoding: 'utf8',
    });
    expect(stderr.split('\n').filter((line) => /\[(warn|error|emerg|alert)\]/.test(line))).toEqual(
      [],
    );
    expect(status).toBe(0);
  });

  test('hands on requests and replies as they are', async () => {
    const server = await startServer({ trustProxy: 1 });
    ended.push(server.close);
    const url = await startNginx([portOf(server.url)]);
    const headers = { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' };
    const added = await fetch(`${url}/v1/pets`, {
      method: 'POST',
      headers,
      body: JSON.stringify(PET),
    });
    expect(added.status).toBe(201);
    const listed = await fetch(`${url}/v1/pets?limit=1`, { headers });
    expect([listed.status, await listed.json()]).toEqual([200, [await added.json()]]);
    expect(listed.headers.get('X-RateLimit-Remaining')).not.toBeNull();

    const refused = await fetch(`${url}/v1/pets`, {
      method: 'POST',
      headers,
      body: ' '.repeat(20_000),
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { code: 'payload_too_large' },
    ]);
    const odd = await fetch(`${url}/v1//pets/%2e%2e`, { headers });
    expect(odd.status).toBe(404);
  });

  test('names the client, whatever that says of itself, and asks the nodes in turns', async () => {
    const seen: IncomingMessage[] = [];
    const nodes = await Promise.all(
      [1, 2, 3].map(() =>
        startNode((req, answer) => {
          seen.push(req);
          answer(200);
        }),
      ),
    );
    const url = await startNginx(nodes.map(portOfServer));
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (let turn = 0; turn < 6; turn += 1) await fetch(`${url}/v1/pets`, { headers });
    expect(seen.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      seen.map(() => '127.0.0.1'),
    );
    expect(seen[0]?.headers.host).toBe(new URL(url).host);
    const ports = seen.map(({ socket }) => socket.localPort);
    expect(nodes.map((node) => ports.filter((port) => port === portOfServer(node)).length)).toEqual(
      [2, 2, 2],
    );
  });

  describe('when a node hangs up on a request', () => {
    let asked: string[];
    let url: string;

    beforeEach(async () => {
      asked = [];
      const hangUp = await startNode((req) => {
        asked.push('the one that fails');
        req.socket.destroy();
      });
      const work = await startNode((_req, answer) => {
        asked.push('the other');
        answer(200);
      });
      url = await startNginx([portOfServer(hangUp), portOfServer(work)]);
    });

    test('a GET is answered by the other', async () => {
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await fetch(`${url}/v1/pets`)).status).toBe(200);
      }
      expect(asked).toContain('the one that fails');
    });

    test('a POST is sent to nobody else: its sender hears 503, and may send it again with its Idempotency-Key', async () => {
      const replies: Response[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        replies.push(await fetch(`${url}/v1/pets`, { method: 'POST', body: '{}' }));
      }
      expect(asked).toEqual(expect.arrayContaining(['the one that fails', 'the other']));
      expect(asked).toHaveLength(2);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 503]);
      const refusal = replies.find(({ status }) => status === 503);
      expect(refusal?.headers.get('Retry-After')).toBe('1');
      expect(await refusal?.json()).toMatchObject({ code: 'unavailable', status: 503 });
    });
  });

  test('a POST that no byte was sent of goes to the next node', async () => {
    const work = await startNode((_req, answer) => answer(200));
    const url = await startNginx([await closedPort(), portOfServer(work)]);
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await fetch(`${url}/v1/pets`, { method: 'POST', body: '{}' })).status).toBe(200);
    }
  });

  test('a node that comes back is asked again', async () => {
    const port = await closedPort();
    const work = await startNode((_req, answer) => answer(200));
    const url = await startNginx([port, portOfServer(work)]);
    for (let turn = 0; turn < 2; turn += 1) await fetch(`${url}/v1/pets`);
    let isAsked = false;
    const returned = (_req: IncomingMessage, answer: Answer) => {
      isAsked = true;
      answer(200);
    };
    await startNode(returned, port);
    for (let turn = 0; !isAsked && turn < 100; turn += 1) {
      expect((await fetch(`${url}/v1/pets`)).status).toBe(200);
      await pause(100);
    }
    expect(isAsked).toBe(true);
  });

  test.each([
    ['a line that is too long', 'GET', `/v1/pets?${'x'.repeat(40_000)}`, {}, '', 400],
    ['headers that are too large', 'GET', '/v1/pets', { 'X-Large': 'x'.repeat(40_000) }, '', 400],
    ['a body that is too large', 'POST', '/v1/pets', {}, ' '.repeat(2_000_000), 413],
    ['no node', 'GET', '/v1/pets', {}, '', 503],
  ])(
    '%s: nginx answers in the words of the contract',
    async (_name, method, path, headers, body, status) => {
      const url = await startNginx([await closedPort()]);
      const reply = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
      const error = (await reply.json()) as { code: string; message: string; status: number };
      expect(reply.headers.get('Content-Type')).toBe('application/json');
      expect([reply.status, error.status]).toEqual([status, status]);
      expect(document.components.schemas.ErrorCode?.enum).toContain(error.code);
      expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
    },
  );
});

/** Writes the file with other addresses, and returns its path. */
async function configure(nodes: readonly number[], port: number): Promise<string> {
  const text = readFileSync(join(REPOSITORY, 'deploy/nginx.conf'), 'utf8')
    .replace(/( *server) [\w-]+:\d+ resolve (.*\n)(?: *server .*;\n)*/, (_all, server, settings) =>
      nodes.map((node) => `${server} 127.0.0.1:${node} ${settings}`).join(''),
    )
    .replace(/listen \d+;/, `listen 127.0.0.1:${port};`)
    .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
    .replace('worker_processes auto;', 'worker_processes 1;'); // so that turns are seen in their order
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  return file;
}

/** Resolves with its address when it listens. */
async function startNginx(nodes: readonly number[]): Promise<string> {
  const port = await closedPort();
  const nginx: ChildProcess = spawn(
    'nginx',
    ['-c', await configure(nodes, port), '-g', 'daemon off;'],
    { stdio: 'ignore' },
  );
  const gone = once(nginx, 'exit');
  ended.push(async () => {
    nginx.kill('SIGTERM');
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  while (nginx.exitCode === null) {
    if (await listens(port)) return url;
    await pause(20);
  }
  throw new Error(`nginx ended with ${nginx.exitCode}`);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

type Answer = (status: number) => void;

async function startNode(
  handle: (req: IncomingMessage, answer: Answer) => void,
  port = 0,
): Promise<Server> {
  const server = createServer((req, res) => {
    handle(req, (status) => res.writeHead(status).end());
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  ended.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

function portOfServer(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** On which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
