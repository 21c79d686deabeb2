// Floor: node:http and the same SQL, with no authentication, rate limit or validation.
import { createServer } from 'node:http';
import { openDatabase, toAnimal } from './database.js';

const animals = openDatabase<number>(false);

createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
  const limit = Number(searchParams.get('limit'));
  const found =
    pathname === '/v1/pets'
      ? animals.list(limit).slice(0, limit).map(toAnimal)
      : animals.get(Number(pathname.slice(9))).map(toAnimal)[0];
  const body = JSON.stringify(found);
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
