// Handlers of the operations in parameters.yaml. The types of a handler are those of the fixture only where a test builds
// it, so here they are generic.
import type { Services } from '../../../src/operations/handler.js';
import { findListing, readPage } from '../../../src/operations/pagination.js';
import { toPage } from '../../../src/storage/page.js';

interface NumbersQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly ids?: readonly (number | bigint)[] | undefined;
  readonly isOdd?: boolean | null | undefined;
  readonly above?: number | bigint | undefined;
}

/** Answers with the parameters that it received. */
async function echo<Query, Path, Headers>({
  query,
  path,
  headers,
}: {
  query: Query;
  path: Path;
  headers: Headers;
}) {
  return { status: 200 as const, body: { query, path, headers } };
}

const NUMBERS = Array.from({ length: 9 }, (_, index) => ({ id: index + 1 }));

/** A listing of 1 to 9 with filters, whose link to the next page repeats them. */
async function listNumbers({ query }: { query: NumbersQuery }, services: Services) {
  const { limit, cursor, ...filter } = query;
  const { ids, isOdd, above } = filter;
  const found = NUMBERS.filter(
    ({ id }) =>
      (ids?.includes(id) ?? true) &&
      (isOdd === undefined || isOdd === null || (id % 2 === 1) === isOdd) &&
      (above === undefined || id > above),
  );
  const listing = findListing('listNumbers' as never, filter, services);
  const page = await readPage(
    listing,
    { limit, ...(cursor !== undefined && { cursor }) },
    async (request) => {
      const rows = found.filter(({ id }) => request.after === undefined || id > request.after);
      return toPage<{ id: number }>(
        rows.map((row) => JSON.stringify(row)),
        request.limit,
      );
    },
  );
  return { status: 200 as const, ...page };
}

export const parameterHandlers = {
  echoLists: echo,
  echoValues: echo,
  echoNames: echo,
  echoRequired: echo,
  echoHeaders: echo,
  postHeaders: echo,
  echoPath: echo,
  echoTimePath: echo,
  listNumbers,
};
