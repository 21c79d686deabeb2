import type { Handler, HandlerReply } from './handler.js';
import { nextLink, readCursor } from './paging.js';

export const listOrders: Handler<'listOrders'> = async (
  { query },
  { contract, store },
): Promise<HandlerReply<'listOrders'>> => {
  const { limit, cursor } = query;
  const listing = {
    path: `${contract.basePath}/store/orders`,
    filter: {},
    secret: store.cursorSecret,
  };
  const after = readCursor(cursor, listing);
  const { items, more } = await store.orders.list({ after, limit });
  return {
    status: 200,
    body: items,
    headers: nextLink(more ? items.at(-1) : undefined, limit, listing),
  };
};
