import type { Handler, HandlerResponse } from './handler.js';
import { listingOf, readPage } from './pagination.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listPets'>> => {
  const { status } = query;
  const listing = listingOf('listPets', { status }, services);
  const page = await readPage(listing, query, (wanted) =>
    services.store.pets.list({ ...wanted, status }),
  );
  return { status: 200, ...page };
};
