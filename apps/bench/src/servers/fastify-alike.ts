// Fastify on better-sqlite3 with the duties of the animal store.
import { openAlikeSqlite } from './shared/alike-sqlite.js';
import { readSettings } from './shared/animals.js';
import { serveFastifyAlike } from './shared/fastify-alike-app.js';
import { MemoryLimiter } from './shared/quota.js';

const { file, port } = readSettings();
await serveFastifyAlike(port, openAlikeSqlite(file), new MemoryLimiter());
