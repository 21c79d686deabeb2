// Baseline with a query: node:http and JSON.stringify on each request. No authentication, rate limit or validation.
import { createServer } from 'node:http';
import { openAnimals, readSettings } from './shared/animals.js';

const { file, port } = readSettings();
const animals = openAnimals(file);

createServer((_req, res) => {
  const body = JSON.stringify(animals.list({ limit: 20 }).items);
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}).listen(port, '127.0.0.1');
