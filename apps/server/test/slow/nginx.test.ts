// deploy/nginx.conf with nginx in front of the server and of failing nodes: forwarding, retries and error responses.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract/document';
import { describeIfTool } from '../support/describe-if-tool.js';
import { freePort } from '../support/free-port.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';
import { startServer } from '../support/start-server.js';

let folder: string;
let cleanups: (() => unknown)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-nginx-'));
  await chmod(folder, 0o755); // nginx' workers run as another user
  cleanups = [];
});

afterEach(async () => {
  for (const end of cleanups.reverse()) await end();
  await rm(folder, { recursive: true });
});

describeIfTool('nginx')('nginx', () => {
  test('nginx accepts the configuration without warnings', async () => {
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', await configure([1, 2, 3], 8080)], {
      encoding: 'utf8',
    });
    expect(stderr.split('\n').filter((line) => /\[(warn|error|emerg|alert)\]/.test(line))).toEqual(
      [],
    );
    expect(status).toBe(0);
  });

  test('requests and responses are forwarded unchanged', async () => {
    const server = await startServer({ trustProxy: 1 });
    cleanups.push(server.close);
    const url = await startNginx([Number(new URL(server.url).port)]);
    const headers = { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Hambone', categoryId: 1 });
    const added = await fetch(`${url}/v1/pets`, { method: 'POST', headers, body });
    expect(added.status).toBe(201);
    const listed = await fetch(`${url}/v1/pets?limit=1`, { headers });
    expect([listed.status, await listed.json()]).toEqual([200, [await added.json()]]);
    expect(listed.headers.get('X-RateLimit-Remaining')).not.toBeNull();

    const large = { method: 'POST', headers, body: ' '.repeat(20_000) };
    const refused = await fetch(`${url}/v1/pets`, large);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ code: 'payload_too_large' });
    const odd = await fetch(`${url}/v1//pets/%2e%2e`, { headers });
    expect(odd.status).toBe(404);
  });

  test("X-Forwarded-For is the client's address, and nodes are used round-robin", async () => {
    const seen: IncomingMessage[] = [];
    const answer: RequestListener = (req, res) => {
      seen.push(req);
      res.end();
    };
    const nodes = await Promise.all([startNode(answer), startNode(answer), startNode(answer)]);
    const url = await startNginx(nodes);
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (let turn = 0; turn < 6; turn += 1) await fetch(`${url}/v1/pets`, { headers });
    expect(seen.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      seen.map(() => '127.0.0.1'),
    );
    expect(seen[0]?.headers.host).toBe(new URL(url).host);
    const ports = seen.map(({ socket }) => socket.localPort);
    expect(nodes.map((node) => ports.filter((port) => port === node).length)).toEqual([2, 2, 2]);
  });

  test('when a node closes the connection, then a GET is retried, and a POST is a 503', async () => {
    let requestedNodes: string[] = [];
    const failing = await startNode((req) => {
      requestedNodes.push('failing');
      req.socket.destroy();
    });
    const working = await startNode((_req, res) => {
      requestedNodes.push('working');
      res.end();
    });
    const ports = [failing, working];
    const url = await startNginx(ports);
    const replies: Response[] = [];
    for (let turn = 0; turn < 2; turn += 1)
      replies.push(await fetch(`${url}/v1/pets`, { method: 'POST', body: '{}' }));
    expect(requestedNodes.sort()).toEqual(['failing', 'working']);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 503]);
    const refusal = replies.find(({ status }) => status === 503); // a client repeats it with its Idempotency-Key
    expect(refusal?.headers.get('Retry-After')).toBe('1');
    expect(await refusal?.json()).toMatchObject({ code: 'unavailable', status: 503 });

    requestedNodes = [];
    const other = await startNginx(ports); // knows of no failure
    for (let turn = 0; turn < 2; turn += 1)
      expect((await fetch(`${other}/v1/pets`)).status).toBe(200);
    expect(requestedNodes).toContain('failing');
  });

  test('when a node refuses connections, then a POST goes to the next node, until the node returns', async () => {
    const port = await freePort();
    const working = await startNode((_req, res) => res.end());
    const url = await startNginx([port, working]);
    const post = async () => (await fetch(`${url}/v1/pets`, { method: 'POST', body: '{}' })).status;
    for (let turn = 0; turn < 4; turn += 1) expect(await post()).toBe(200);
    let isUsed = false;
    const returned: RequestListener = (_req, res) => {
      isUsed = true;
      res.end();
    };
    await startNode(returned, port);
    for (let turn = 0; !isUsed && turn < 100; turn += 1) {
      expect(await post()).toBe(200);
      await pause(100);
    }
    expect(isUsed).toBe(true);
  });

  test.each([
    ['a request line that is too long', 'GET', `/v1/pets?${'x'.repeat(40_000)}`, {}, '', 400],
    ['headers that are too large', 'GET', '/v1/pets', { 'X-Large': 'x'.repeat(40_000) }, '', 400],
    ['a body that is too large', 'POST', '/v1/pets', {}, ' '.repeat(2_000_000), 413],
    ['no node available', 'GET', '/v1/pets', {}, '', 503],
  ])(
    'when there is %s, then nginx responds with an error of the contract',
    async (_name, method, path, headers, body, status) => {
      const url = await startNginx([await freePort()]);
      const reply = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
      const error = (await reply.json()) as { code: string; message: string; status: number };
      expect(reply.headers.get('Content-Type')).toBe('application/json');
      expect([reply.status, error.status]).toEqual([status, status]);
      expect(document.components.schemas.ErrorCode?.enum).toContain(error.code);
      expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
    },
  );
});

/** Writes the configuration with the given nodes and returns its path. */
async function configure(nodes: readonly number[], port: number): Promise<string> {
  const text = readRepositoryFile('deploy/nginx.conf')
    .replace(/( *server) [\w-]+:\d+ resolve (.*\n)(?: *server .*;\n)*/, (_all, server, settings) =>
      nodes.map((node) => `${server} 127.0.0.1:${node} ${settings}`).join(''),
    )
    .replace(/listen \d+;/, `listen 127.0.0.1:${port};`)
    .replace('/tmp/nginx.pid', join(folder, 'nginx.pid'))
    .replace('worker_processes auto;', 'worker_processes 1;'); // a single worker makes the order of nodes predictable
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  await cp(join(REPOSITORY, 'deploy/nginx-common.conf'), join(folder, 'nginx-common.conf'));
  return file;
}

/** Resolves with its URL when nginx listens. */
async function startNginx(nodes: readonly number[]): Promise<string> {
  const port = await freePort();
  const nginx: ChildProcess = spawn(
    'nginx',
    ['-c', await configure(nodes, port), '-g', 'daemon off;'],
    { stdio: 'ignore' },
  );
  const exited = once(nginx, 'exit');
  cleanups.push(async () => {
    nginx.kill('SIGTERM');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  while (nginx.exitCode === null) {
    const reply = await fetch(`${url}/-/invalid`).catch(() => pause(20)); // by nginx alone
    if (reply) return url;
  }
  throw new Error(`nginx ended with ${nginx.exitCode}`);
}

/** @returns its port. */
async function startNode(handle: RequestListener, port = 0): Promise<number> {
  const server = createServer(handle).listen(port, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
