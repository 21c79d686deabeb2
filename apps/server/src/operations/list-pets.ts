import type { Handler, HandlerReply } from './handler.js';
import { listingOf, readPage } from './pagination.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  services,
): Promise<HandlerReply<'listPets'>> => {
  const { status } = query;
  const listing = listingOf('listPets', { status }, services);
  const page = await readPage(listing, query, (wanted) =>
    services.store.pets.list({ ...wanted, status }),
  );
  return { status: 200, ...page };
};
