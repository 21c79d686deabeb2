import { readPage } from '@animal-store/engine';
import type { Handler, HandlerResponse } from './handler.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listPets'>> => {
  const { status } = query;
  const page = await readPage(services, { status }, query, ({ after, limit }) =>
    services.store.pets.list({ after, limit, status }),
  );
  return { status: 200, ...page };
};
