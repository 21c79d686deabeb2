// Fastify on PostgreSQL with pg, rate limits in Redis.
import { Redis } from 'ioredis';
import { openPostgresAnimals } from './shared/animals-postgres.js';
import { serveFastify } from './shared/fastify-app.js';

const { DATABASE_URL = '', RATE_LIMIT_URL = '', PORT } = process.env;
await serveFastify({
  port: Number(PORT),
  animals: openPostgresAnimals(DATABASE_URL),
  redis: new Redis(RATE_LIMIT_URL, { connectTimeout: 500, maxRetriesPerRequest: 1 }),
});
