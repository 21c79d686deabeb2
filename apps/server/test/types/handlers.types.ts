// Type tests for handlers, run by `tsc`: it reports an unused `@ts-expect-error`. Those of the grown contract: slow/grown-contract.
import type { Pet } from '@animal-store/contract';
import { invalidRequest } from '@animal-store/core/errors';
import type {
  Handler,
  HandlerRequest,
  HandlerResponse,
  Handlers,
} from '../../src/operations/handler.js';
import { handlers } from '../../src/operations/index.js';
import type { Same } from './same.js';

declare const list: HandlerRequest<'listPets'>;
declare const listOrders: HandlerRequest<'listOrders'>;
declare const pet: Pet;
declare function respond<Id extends 'getPet' | 'createPet' | 'listPets'>(
  id: Id,
  response: HandlerResponse<Id>,
): void;

// 64-bit integers are number or bigint. Those of bodies: grown/bodies.types.ts.

export const inPath: Same<HandlerRequest<'getPet'>['path']['petId'], number | bigint> = true;

// Parameters with a default are always present, others may be undefined.

export const limit: Same<HandlerRequest<'listPets'>['query']['limit'], number> = true;
export const cursor: Same<HandlerRequest<'listPets'>['query']['cursor'], string | undefined> = true;
// @ts-expect-error The filter is optional.
export const filter: string = list.query.status;
// @ts-expect-error The contract declares no such parameter.
export const unknownParameter = list.query.offset;
// @ts-expect-error listOrders has no filter.
export const otherParameter = listOrders.query.status;

// Every operation has a handler, and every handler an operation.

export const complete: Handlers = handlers;
const { getPet: _, ...withoutGetPet } = handlers;
// @ts-expect-error An operation has no handler.
export const incomplete: Handlers = withoutGetPet;
// @ts-expect-error It is the handler of another operation.
export const exchanged: Handlers = { ...handlers, getPet: handlers.listPets };
// @ts-expect-error The contract declares no such operation.
export const unknownOperation: Handlers = { ...handlers, noSuchOperation: handlers.getPet };
// @ts-expect-error The contract declares no such operation.
export type UnknownOperation = Handler<'noSuchOperation'>;

// A handler returns what the contract declares, and else does not compile for the reason that is given alone.

declare const got: HandlerResponse<'getPet'>;
declare const page: HandlerResponse<'listPets'>;
declare const created: HandlerResponse<'createPet'>;
const { categoryId: _category, ...withoutCategory } = pet;
const { body: _body, ...withoutBody } = got;
export const returned: Handler<'getPet'> = async ({ path }) => ({
  ...got,
  body: { ...pet, id: path.petId, categoryId: 9007199254740993n },
});
respond('listPets', { ...page, body: [pet] });
// @ts-expect-error getPet succeeds with 200 only.
respond('getPet', { ...got, status: 201 });
// @ts-expect-error Errors are thrown, not returned.
respond('getPet', { ...got, status: 404 });
// @ts-expect-error `categoryId` is required.
respond('getPet', { ...got, body: withoutCategory });
// @ts-expect-error The response has a body.
respond('getPet', withoutBody);
// @ts-expect-error The contract declares no `colour`.
respond('getPet', { ...got, body: { ...pet, colour: 'red' } });
// @ts-expect-error `lost` is not a PetStatus.
respond('getPet', { ...got, body: { ...pet, status: 'lost' } });
// @ts-expect-error A page is an array.
respond('listPets', { ...page, body: { items: [pet] } });
// @ts-expect-error The engine sets this header, where it repeats a reply.
respond('createPet', { ...created, headers: { 'Idempotency-Replayed': 'true' } });
// @ts-expect-error The contract declares no such header.
respond('getPet', { ...got, headers: { ...got.headers, 'X-Colour': 'red' } });

// Errors are declared in the contract.

export const thrown: Handler<'getPet'> = async (_request, { createError }) => {
  throw createError('not_found', { message: 'The animal has moved.' });
};
export const undeclared: Handler<'getPet'> = async (_request, { createError }) => {
  // @ts-expect-error getPet declares no such code.
  throw createError('idempotency_mismatch');
};
export const inHelper: Handler<'listPets'> = async (_request, { createError }) => {
  // @ts-expect-error The helper throws a code that listPets does not declare.
  return refuse(createError);
};
declare function refuse(createError: (code: 'not_found') => Error): never;
const detail = { path: '', message: 'is not allowed' };
// @ts-expect-error An error is in the body, query, path or headers.
export const elsewhere = invalidRequest({ ...detail, in: 'cookie', code: 'invalid' });
// @ts-expect-error The contract declares no such code.
export const otherwise = invalidRequest({ ...detail, in: 'body', code: 'odd' });
