// Fastify on PostgreSQL and Redis with the duties of the animal store.
import { openAlikePostgres } from './shared/alike-postgres.js';
import { serveFastifyAlike } from './shared/fastify-alike-app.js';
import { createRedisLimiter } from './shared/redis-limiter.js';

const { DATABASE_URL = '', RATE_LIMIT_URL = '', PORT } = process.env;
await serveFastifyAlike(
  Number(PORT),
  await openAlikePostgres(DATABASE_URL),
  createRedisLimiter(RATE_LIMIT_URL),
);
