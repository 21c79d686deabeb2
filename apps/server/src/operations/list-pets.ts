import type { Handler, HandlerResponse } from './handler.js';
import { findListing, readPage } from './pagination.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listPets'>> => {
  const { status } = query;
  const listing = findListing('listPets', { status }, services);
  const page = await readPage(listing, query, (request) =>
    services.store.pets.list({ ...request, status }),
  );
  return { status: 200, ...page };
};
