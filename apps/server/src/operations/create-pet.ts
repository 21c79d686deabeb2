import { ApiError } from '../errors.js';
import type { Handler, HandlerResponse } from './handler.js';
import { toIdempotencyClaim } from './idempotency.js';

export const createPet: Handler<'createPet'> = async (
  { body, headers, caller },
  services,
): Promise<HandlerResponse<'createPet'>> => {
  const claim = toIdempotencyClaim('createPet', headers['Idempotency-Key'], body, caller, services);
  const creation = await services.store.pets.create(body, claim);
  switch (creation.outcome) {
    case 'created':
      return { status: 201, body: creation.pet };
    case 'replayed':
      return { status: 201, body: creation.pet, headers: { 'Idempotency-Replayed': 'true' } };
    case 'mismatch':
      throw new ApiError('idempotency_mismatch');
    case 'in_progress':
      throw new ApiError('idempotency_in_progress');
  }
};
