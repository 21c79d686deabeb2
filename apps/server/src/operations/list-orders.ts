import { readPage } from '@animal-store/engine';
import type { Handler, HandlerResponse } from './handler.js';

export const listOrders: Handler<'listOrders'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listOrders'>> => {
  const page = await readPage(services, query, services.store.orders);
  return { status: 200, ...page };
};
