// Baseline of HTTP: node:http and a constant response.
import { createServer } from 'node:http';
import { openAnimals, readSettings } from './shared/animals.js';

const { file, port } = readSettings();
const body = Buffer.from(JSON.stringify(openAnimals(file).list({ limit: 20 }).items));

createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  res.end(body);
}).listen(port, '127.0.0.1');
