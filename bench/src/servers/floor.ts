// Floor: node:http and the same SQL, with no authentication, rate limit or validation.
import { createServer } from 'node:http';
import { openAnimals, readSettings, STATUSES } from './fastify/animals.js';

const { file, port } = readSettings();
const animals = openAnimals(file);

createServer((req, res) => {
  const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://localhost');
  if (req.method === 'POST') {
    let text = '';
    req.on('data', (chunk) => {
      text += chunk;
    });
    req.on('end', () => send(201, animals.create(JSON.parse(text))));
    return;
  }
  if (pathname !== '/v1/pets') return send(200, animals.get(Number(pathname.slice(9))));
  const page = animals.list({
    limit: Number(query.get('limit')),
    status: STATUSES.find((known) => known === query.get('status')),
    cursor: query.get('cursor') ?? 0,
  });
  send(200, page.items, page.link);

  function send(status: number, value: unknown, link?: string): void {
    const body = JSON.stringify(value);
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(link !== undefined && { Link: link }),
    });
    res.end(body);
  }
}).listen(port, '127.0.0.1');
