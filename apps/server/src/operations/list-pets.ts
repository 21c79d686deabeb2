import { findListing, readPage } from '../handlers/pagination.js';
import type { Handler, HandlerResponse } from './handler.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listPets'>> => {
  const { status } = query;
  const listing = findListing('listPets', { status }, services);
  const page = await readPage(listing, query, ({ after, limit }) =>
    services.store.pets.list({ after, limit, status }),
  );
  return { status: 200, ...page };
};
