// Baseline with a query: node:http and JSON.stringify on each request. No authentication, rate limit or validation.
import { createServer } from 'node:http';
import { openAnimals, readSettings, STATUSES } from './shared/animals.js';

const { file, port } = readSettings();
const animals = openAnimals(file);

createServer((req, res) => {
  const url = req.url ?? '';
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const page = animals.list({
    limit: Number(query.get('limit')),
    status: STATUSES.find((known) => known === query.get('status')),
    cursor: query.get('cursor') ?? 0,
  });
  const body = JSON.stringify(page.items);
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(page.link && { Link: page.link }),
  });
  res.end(body);
}).listen(port, '127.0.0.1');
