// Fastify with our duties, on better-sqlite3.
import { serve } from './duties/app.js';
import { MemoryLimiter } from './duties/quota.js';
import { openSqlite } from './duties/sqlite.js';
import { readSettings } from './fastify/animals.js';

const { file, port } = readSettings();
await serve(port, openSqlite(file), new MemoryLimiter());
