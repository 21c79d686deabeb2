// Floor: node:http and the same SQL, with no authentication, rate limit or validation.
import { createServer } from 'node:http';
import { nextLink, openDatabase, STATUSES, toAnimal } from './queries.js';

const { DATABASE_FILE = '', PORT } = process.env;
const animals = openDatabase<number>(DATABASE_FILE, false);

createServer((req, res) => {
  const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://localhost');
  if (pathname !== '/v1/pets') {
    const row = animals.get(Number(pathname.slice(9)));
    return send(row && toAnimal(row));
  }
  const limit = Number(query.get('limit'));
  const status = STATUSES.find((known) => known === query.get('status'));
  const rows = animals.list(Number(query.get('cursor')), limit, status);
  send(rows.slice(0, limit).map(toAnimal), nextLink(rows, limit, status));

  function send(value: unknown, link?: string): void {
    const body = JSON.stringify(value);
    res.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      ...(link !== undefined && { Link: link }),
    });
    res.end(body);
  }
}).listen(Number(PORT), '127.0.0.1');
