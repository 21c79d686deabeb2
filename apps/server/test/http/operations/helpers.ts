// What the tests of the operations share: ways to send, to judge a refusal, and to walk through a listing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewPet } from '@animal-store/contract';
import {
  type CallOptions,
  type StartOptions,
  startServer,
  type TestServer,
} from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

/** Runs `act` with a server of its own, beside the one that the test has. */
export async function withServer<T>(
  options: StartOptions,
  act: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(options);
  try {
    return await act(server);
  } finally {
    await server.close();
  }
}

/** Posts an animal. A string is sent as it is, so that every digit and every blank of it counts. */
export function post(
  server: TestServer,
  body: string | object,
  options: CallOptions = {},
): Promise<TestResponse> {
  return server.call('/pets', {
    ...options,
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...options.headers },
  });
}

/** Posts an animal under an Idempotency-Key. */
export function postOnce(
  server: TestServer,
  idempotencyKey: string,
  body: Parameters<typeof post>[1],
  options: CallOptions = {},
): Promise<TestResponse> {
  const headers = { ...options.headers, 'Idempotency-Key': idempotencyKey };
  return post(server, body, { ...options, headers });
}

/** Whether the reply says that it is the answer to an earlier request. */
export function isReplay({ headers }: TestResponse): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/** Puts animals into the store without HTTP, for tests of what comes after; their identifiers are 1, 2, 3 ... */
export async function addPets(server: TestServer, pets: readonly NewPet[]): Promise<void> {
  for (const pet of pets) await server.store.pets.create(pet);
}

/** `count` animals without a status. */
export function manyPets(count: number): NewPet[] {
  return Array.from({ length: count }, (_, index) => ({ name: `n${index + 1}`, categoryId: 1 }));
}

/** The places of a 400's faults, as `body /name`. @throws if the reply is not the contract's 400. */
export function faultsOf({ status, json, text }: TestResponse): string[] {
  if (status !== 400 || json.code !== 'invalid_request' || json.status !== 400 || !json.details) {
    throw new Error(`not a 400 with details: ${status} ${text}`);
  }
  return json.details.map((detail) => `${detail.in} ${detail.path}`);
}

/** Where the reply's Link says that the next page is, below the base path; undefined on the last page. */
export function nextOf({ headers }: TestResponse): string | undefined {
  const link = headers.get('link');
  if (link === null) return undefined;
  const target = /^<\/v1(\/[^>]+)>; rel="next"$/.exec(link)?.[1];
  if (target === undefined) throw new Error(`not one link to the next page: ${link}`);
  return target;
}

/** Every page from `path` on, following the links to the end. @throws if they lead in a circle. */
export async function walk(server: TestServer, path: string): Promise<TestResponse[]> {
  const pages: TestResponse[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await server.call(next);
    if (page.status !== 200) throw new Error(`${next}: ${page.status} ${page.text}`);
    pages.push(page);
    const following = nextOf(page);
    if (following === next) throw new Error(`${next} is its own next page`);
    next = following;
  }
  return pages;
}

export function idsOf(...pages: readonly TestResponse[]): number[] {
  return pages.flatMap((page) => page.json.map((item: { id: number }) => item.id));
}

/** A path for a database that nothing else uses. */
export function databaseFile(): { file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  return {
    file: join(folder, 'animals.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
