import type { Handler, HandlerResponse } from './handler.js';

export const getPet: Handler<'getPet'> = async (
  { path },
  { store, createError },
): Promise<HandlerResponse<'getPet'>> => {
  const pet = await store.pets.get(path.petId);
  if (pet === undefined) throw createError('not_found');
  return { status: 200, body: pet };
};
