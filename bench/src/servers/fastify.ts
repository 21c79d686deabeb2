// Fastify as documented, on better-sqlite3.
import { openAnimals, readSettings } from './fastify/animals.js';
import { serve } from './fastify/app.js';

const { file, port } = readSettings();
await serve(port, openAnimals(file));
