import type { Handler, HandlerResponse } from './handler.js';

export const createPet: Handler<'createPet'> = async (
  { body },
  { store },
): Promise<HandlerResponse<'createPet'>> => ({ status: 201, body: await store.pets.insert(body) });
