// The common setup for an OpenAPI document: Express, express-openapi-validator with the animal store's openapi.yaml,
// express-rate-limit, better-sqlite3, res.json.
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { rateLimit } from 'express-rate-limit';
import { bearerKey, openAnimals, readSettings, STATUSES } from './shared/animals.js';
import { DAY_MS, MINUTE_MS, PER_DAY, PER_MINUTE } from './shared/limits.js';

const { file, port } = readSettings();
const animals = openAnimals(file);
const app = express();

const authenticate: RequestHandler = (req, res, next) => {
  const key = bearerKey(req.get('authorization'));
  const keyId = key && animals.findKey(key);
  if (!keyId) {
    res.status(401).json({ code: 'unauthorized', message: 'No valid API key.', status: 401 });
    return;
  }
  res.locals.keyId = keyId;
  next();
};

const keyGenerator = (_req: express.Request, res: express.Response) => String(res.locals.keyId);

app.use(authenticate);
app.use(
  rateLimit({
    windowMs: MINUTE_MS,
    limit: PER_MINUTE,
    keyGenerator,
    legacyHeaders: true,
    standardHeaders: false,
  }),
  rateLimit({
    windowMs: DAY_MS,
    limit: PER_DAY,
    keyGenerator,
    legacyHeaders: false,
    standardHeaders: false,
  }),
);
app.use(express.json());
app.use(
  openApiValidator({
    apiSpec: fileURLToPath(new URL('../../../../openapi.yaml', import.meta.url)),
    validateRequests: true,
    validateResponses: false, // its default
    validateSecurity: false, // done by authenticate
  }),
);

app.get('/v1/pets', (req, res) => {
  const { limit, status, cursor } = req.query;
  const page = animals.list({
    limit: Number(limit),
    status: STATUSES.find((known) => known === status),
    cursor: typeof cursor === 'string' ? cursor : undefined,
  });
  if (page.link) res.set('Link', page.link);
  res.json(page.items);
});
app.get('/v1/pets/:petId', (req, res) => {
  const animal = animals.get(Number(req.params.petId));
  if (animal) res.json(animal);
  else res.status(404).json({ code: 'not_found', message: 'No such animal.', status: 404 });
});
app.post('/v1/pets', (req, res) => {
  res.status(201).json(animals.create(req.body));
});

const errorHandler: ErrorRequestHandler = (error, _req, res, _next) => {
  const status = error.status ?? 500;
  res.status(status).json({ code: 'error', message: error.message, status, details: error.errors });
};
app.use(errorHandler);
app.listen(port, '127.0.0.1');
