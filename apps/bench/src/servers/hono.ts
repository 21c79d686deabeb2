// Hono as documented: zod-openapi routes on @hono/node-server, bearerAuth, one hono-rate-limiter per window,
// better-sqlite3.
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { rateLimiter } from 'hono-rate-limiter';
import { openAnimals, readSettings, STATUSES } from './shared/animals.js';
import { DAY_MS, MINUTE_MS, PER_DAY, PER_MINUTE } from './shared/limits.js';

interface Env {
  Variables: { keyId: string };
}

const { file, port } = readSettings();
const animals = openAnimals(file);
const app = new OpenAPIHono<Env>();

const NewAnimal = z.strictObject({
  name: z.string().min(1).max(255),
  categoryId: z.int(),
  status: z.enum(STATUSES).optional(),
});
const Animal = NewAnimal.extend({ id: z.int() });
const Problem = z.object({ code: z.string(), message: z.string(), status: z.int() });
const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  content: { 'application/json': { schema } },
  description,
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/pets',
  request: {
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      status: z.enum(STATUSES).optional(),
      cursor: z.coerce.number().int().optional(),
    }),
  },
  responses: { 200: json(z.array(Animal), 'One page of animals.') },
});
const getRoute = createRoute({
  method: 'get',
  path: '/v1/pets/{petId}',
  request: { params: z.object({ petId: z.coerce.number().int() }) },
  responses: { 200: json(Animal, 'The animal.'), 404: json(Problem, 'No such animal.') },
});
const addRoute = createRoute({
  method: 'post',
  path: '/v1/pets',
  request: {
    body: { content: { 'application/json': { schema: NewAnimal } }, required: true },
  },
  responses: { 201: json(Animal, 'The animal was added.') },
});

app.use(
  '/v1/*',
  bearerAuth({
    verifyToken(key, c: Context<Env>) {
      const keyId = animals.findKey(key);
      if (keyId !== undefined) c.set('keyId', keyId);
      return keyId !== undefined;
    },
  }),
);
const keyGenerator = (c: Context<Env>) => c.get('keyId');
app.use('/v1/*', rateLimiter<Env>({ windowMs: MINUTE_MS, limit: PER_MINUTE, keyGenerator }));
app.use(
  '/v1/*',
  rateLimiter<Env>({ windowMs: DAY_MS, limit: PER_DAY, standardHeaders: false, keyGenerator }),
);

app.openapi(listRoute, (c) => {
  const page = animals.list(c.req.valid('query'));
  if (page.link) c.header('Link', page.link);
  return c.json(page.items, 200);
});
app.openapi(getRoute, (c) => {
  const animal = animals.get(c.req.valid('param').petId);
  if (animal) return c.json(animal, 200);
  return c.json({ code: 'not_found', message: 'No such animal.', status: 404 }, 404);
});
app.openapi(addRoute, (c) => c.json(animals.create(c.req.valid('json')), 201));

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
