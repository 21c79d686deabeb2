// Freshness of what is remembered: random writes by the server itself, by another process and by staff's commands, beside
// random reads. No reply is older than its request.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { components } from '@animal-store/contract';
import { createSqliteStore, type Store } from '../support/open-stores.js';
import { type Random, randomFrom } from '../support/random.js';
import { runCli } from '../support/run-cli.js';
import { startServer, type TestServer } from '../support/start-server.js';
import { useTempStore } from '../support/use-temp-store.js';

type Pet = components['schemas']['Pet'];
type NewPet = components['schemas']['NewPet'];

const STATUSES = ['available', 'pending', 'sold'] as const;
const ROUNDS = 10_000;
const ROUNDS_PER_COMMAND = 500;
/** More animals than a page holds, and few enough that most pages change. */
const ANIMALS = 40;

type Animals = readonly Readonly<Pet>[];
/** Carries out a write, and returns the animals after it. */
type Write = (animals: Animals) => Promise<Animals>;
/** Carries out a read, and returns what it should have returned for these animals. */
type Read = () => Promise<{ actual: unknown; expected(animals: Animals): unknown }>;

jest.setTimeout(600_000);

let server: TestServer;
let other: Store;
// Registered before the folder's: the database is closed before its folder is removed.
afterEach(async () => {
  await other.close();
  await server.close();
});
const temporary = useTempStore();
beforeEach(async () => {
  server = await startServer({ file: temporary.file });
  other = createSqliteStore(temporary.file);
});

test(`in ${ROUNDS} rounds, no reply is older than the last write before its request`, async () => {
  const random = randomFrom(20261123);
  const links = new Set<string>();
  let animals: Animals = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const write = round % ROUNDS_PER_COMMAND === 0 ? command(random) : writeOf(random, animals);
    const before = animals;
    const reads = [readOf(random, before, links), readOf(random, before, links)] as const;
    const [after, ...beside] = await Promise.all([
      soon(random).then(() => write(before)),
      ...reads.map((one) => soon(random).then(one)),
    ]);
    for (const { actual, expected } of beside)
      expect([expected(before), expected(after)]).toContainEqual(actual);
    // The same again most times, since that is what may be remembered.
    const again = random.pick([...reads, readOf(random, after, links)]);
    const { actual, expected } = await again();
    expect(actual).toEqual(expected(after));
    animals = after;
  }
});

/** Resolves after a random number of turns of the event loop, so that writes and reads come in any order. */
async function soon(random: Random): Promise<void> {
  for (let turns = random.between(0, 20); turns > 0; turns -= 1) await nextTurn();
}

function writeOf(random: Random, animals: Animals): Write {
  const pet: NewPet = { name: `No. ${random.between(1, 1e6)}`, categoryId: random.between(1, 9) };
  const status = random.pick([undefined, ...STATUSES]);
  const created = status === undefined ? pet : { ...pet, status };
  const { id } = animals[random.between(0, animals.length - 1)] ?? { id: 0 };
  const isFull = animals.length >= ANIMALS;
  const replace = (change: (animal: Readonly<Pet>) => Readonly<Pet>) => (before: Animals) =>
    before.map((animal) => (animal.id === id ? change(animal) : animal));
  const writes: [Write, ...Write[]] = [
    async (before) => before,
    async (before) => [...before, await createdBy({ json: created })],
    async (before) => {
      const headers = { 'Idempotency-Key': `key ${random.between(1, 1e9)}` };
      return [...before, await createdBy({ json: created, headers })];
    },
    async (before) => [...before, await other.pets.insert(created)],
    async (before) => {
      await other.pets.update(id, { status: 'sold' });
      return replace((animal) => ({ ...animal, status: 'sold' }))(before);
    },
    async (before) => {
      await server.store.pets.update(id, { name: 'renamed' });
      return replace((animal) => ({ ...animal, name: 'renamed' }))(before);
    },
  ];
  const removals: [Write, ...Write[]] = [
    async (before) => {
      await other.pets.remove(id);
      return before.filter((animal) => animal.id !== id);
    },
    async (before) => {
      await server.store.pets.remove(id);
      return before.filter((animal) => animal.id !== id);
    },
  ];
  return isFull ? random.pick(removals) : random.pick([...writes, ...removals]);
}

/** A command of staff, which is a process of its own. */
function command(random: Random): Write {
  return async (before) => {
    const { id } = before[random.between(0, before.length - 1)] ?? { id: 0 };
    const isRemoval = random.between(0, 1) === 0;
    const change = isRemoval ? ['delete', `${id}`] : ['set-status', `${id}`, 'pending'];
    await runCli(['pets', ...change], temporary);
    return isRemoval
      ? before.filter((animal) => animal.id !== id)
      : before.map((animal) => (animal.id === id ? { ...animal, status: 'pending' } : animal));
  };
}

async function createdBy(options: {
  json: NewPet;
  headers?: Record<string, string>;
}): Promise<Pet> {
  const { status, text } = await server.call('/pets', { method: 'POST', ...options });
  expect(status).toBe(201);
  return JSON.parse(text);
}

/** @param links Of the pages that were read so far: a client may follow one at any time. */
function readOf(random: Random, animals: Animals, links: Set<string>): Read {
  if (random.between(0, 3) === 0) {
    const { id } = animals[random.between(0, animals.length - 1)] ?? { id: 0 };
    return async () => ({
      actual: await read(`/pets/${id}`),
      expected: (all) => all.find((animal) => animal.id === id),
    });
  }
  const known = [...links];
  const limit = random.pick([1, 3, 10, 20, 100]);
  const filter = random.pick(['', ...STATUSES.map((status) => `&status=${status}`)]);
  const path = known[random.between(0, known.length * 2)] ?? `/pets?limit=${limit}${filter}`;
  return async () => ({
    actual: await read(path, (link) => {
      if (links.size > 200) links.clear();
      links.add(link);
    }),
    expected: (all) => pageOf(all, path),
  });
}

/** The body of a 200; undefined for a 404. */
async function read(path: string, onLink?: (link: string) => void): Promise<unknown> {
  const { status, headers, text } = await server.call(path);
  const next = /<\/v1([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  if (next !== undefined) onLink?.(next);
  return status === 404 ? undefined : JSON.parse(text);
}

function pageOf(animals: Animals, path: string): Animals {
  const query = new URL(path, 'http://localhost').searchParams;
  const [cursor = ''] = (query.get('cursor') ?? '').split('.');
  const after = cursor === '' ? Number.NEGATIVE_INFINITY : Number(Buffer.from(cursor, 'base64url'));
  const status = query.get('status');
  return animals
    .filter((animal) => animal.id > after && (status === null || animal.status === status))
    .slice(0, Number(query.get('limit')));
}
