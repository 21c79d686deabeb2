// Fastify with our duties, on PostgreSQL with pg, counting requests in Redis.
import { serve } from './duties/app.js';
import { openPostgres } from './duties/postgres.js';
import { createRedisLimiter } from './duties/redis-limiter.js';

const { DATABASE_URL = '', RATE_LIMIT_URL = '', PORT } = process.env;
await serve(Number(PORT), openPostgres(DATABASE_URL), createRedisLimiter(RATE_LIMIT_URL));
