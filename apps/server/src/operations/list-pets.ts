import type { Handler, HandlerReply } from './handler.js';
import { nextLink, readCursor } from './paging.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  { contract, store },
): Promise<HandlerReply<'listPets'>> => {
  const { limit, status, cursor } = query;
  const listing = {
    path: `${contract.basePath}/pets`,
    filter: { status },
    secret: store.cursorSecret,
  };
  const after = readCursor(cursor, listing);
  const { items, more } = await store.pets.list({ after, limit, status });
  return {
    status: 200,
    body: items,
    headers: nextLink(more ? items.at(-1) : undefined, limit, listing),
  };
};
