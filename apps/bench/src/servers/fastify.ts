// Fastify on better-sqlite3, rate limits in memory.
import { openAnimals, readSettings } from './shared/animals.js';
import { serveFastify } from './shared/fastify-app.js';

const { file, port } = readSettings();
await serveFastify({ port, animals: openAnimals(file) });
