import { readPage } from '@animal-store/engine';
import type { Handler, HandlerResponse } from './handler.js';

export const listPets: Handler<'listPets'> = async (
  { query },
  services,
): Promise<HandlerResponse<'listPets'>> => {
  const page = await readPage(services, query, services.store.pets);
  return { status: 200, ...page };
};
