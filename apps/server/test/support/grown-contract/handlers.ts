// Handlers of the fixture contract. Their types are those of the fixture only where a test builds it, so here they are
// generic.
import type { Services } from '@animal-store/engine/internal/handler';
import { readPage } from '@animal-store/engine/internal/pagination';
import { toPage } from '@animal-store/engine/internal/storage/row-json';

/** Answers with the body that it received. */
async function echo<Body>({ body }: { body: Body }) {
  return { status: 200 as const, body };
}

/** Answers with the request as it received it. */
async function echoRequest<Query, Path, Headers, Body>(request: {
  query: Query;
  path: Path;
  headers: Headers;
  body: Body;
}) {
  const { query, path, headers, body } = request;
  const received = { query, path, headers, ...(body !== undefined && { body }) };
  return { status: 200 as const, body: received };
}

async function echoNote<Body>({ body }: { body: Body | undefined }) {
  return {
    status: 200 as const,
    body: { isSent: body !== undefined, ...(body !== undefined && { note: body }) },
  };
}

/** 202 for the name `later`. A handler must read all that it is sent: a copy does. */
async function createAccount({ body }: { body: { name: string; address?: { city: string } } }) {
  const { name, address } = structuredClone(body);
  if (name === 'later') return { status: 202 as const, body: { state: 'queued' as const } };
  return {
    status: 201 as const,
    body: {
      id: 9007199254740993n,
      name,
      createdAt: '2026-11-20T10:00:00Z',
      ...(address && { address: { city: address.city, zone: 'north' } }),
    },
    headers: { Location: '/v1/growth/accounts/9007199254740993', 'X-Account-Version': 1 },
  };
}

async function updateAccount<Body>({ path, body }: { path: object; body: Body }) {
  structuredClone(path);
  return { status: 200 as const, body };
}

async function deleteAccount({ path }: { path: object }) {
  structuredClone(path);
  return { status: 204 as const };
}

interface NumbersQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly ids?: readonly (number | bigint)[] | undefined;
  readonly isOdd?: boolean | null | undefined;
  readonly above?: number | bigint | undefined;
}

const NUMBERS = Array.from({ length: 9 }, (_, index) => ({ id: index + 1 }));

/** A listing of 1 to 9 with filters, whose link to the next page repeats them. */
async function listNumbers({ query }: { query: NumbersQuery }, services: Services) {
  const { ids, isOdd, above } = query;
  const found = NUMBERS.filter(
    ({ id }) =>
      (ids?.includes(id) ?? true) &&
      (isOdd === undefined || isOdd === null || (id % 2 === 1) === isOdd) &&
      (above === undefined || id > above),
  );
  const page = await readPage(services, query, {
    async list({ after, limit }) {
      const rows = found.filter(({ id }) => after === undefined || id > after);
      return toPage<{ id: number }>(
        rows.map((row) => JSON.stringify(row)),
        limit,
      );
    },
  });
  return { status: 200 as const, ...page };
}

export const grownHandlers = {
  echoNullable: echo,
  echoNothing: echo,
  echoId: echo,
  echoRatio: echo,
  echoText: echo,
  echoFlag: echo,
  echoIds: echo,
  echoMatrix: echo,
  echoMap: echo,
  echoNumbers: echo,
  echoFormats: echo,
  echoAnimal: echo,
  echoCat: echo,
  echoShelter: echo,
  echoEvent: echo,
  echoContact: echo,
  echoPlace: echo,
  echoStep: echo,
  echoComposed: echo,
  echoSettings: echo,
  echoKeywords: echo,
  updateAccount,
  echoNote,
  createAccount,
  deleteAccount,
  echoLists: echoRequest,
  echoValues: echoRequest,
  echoNames: echoRequest,
  echoRequired: echoRequest,
  echoHeaders: echoRequest,
  postHeaders: echoRequest,
  echoPath: echoRequest,
  echoTimePath: echoRequest,
  moveItem: echoRequest,
  labelItem: echoRequest,
  listNumbers,
};
