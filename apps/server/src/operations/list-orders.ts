import type { Handler, HandlerResponse } from './handler.js';
import { listingOf, readPage } from './pagination.js';

export const listOrders: Handler<'listOrders'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listOrders'>> => {
  const listing = listingOf('listOrders', {}, services);
  const page = await readPage(listing, query, (wanted) => services.store.orders.list(wanted));
  return { status: 200, ...page };
};
