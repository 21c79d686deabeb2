import { findListing, readPage } from '../handlers/pagination.js';
import type { Handler, HandlerResponse } from './handler.js';

export const listOrders: Handler<'listOrders'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listOrders'>> => {
  const listing = findListing('listOrders', {}, services);
  const page = await readPage(listing, query, (request) => services.store.orders.list(request));
  return { status: 200, ...page };
};
