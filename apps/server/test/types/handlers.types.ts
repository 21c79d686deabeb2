// What must not compile. The type checker is the test: a line marked `@ts-expect-error` that compiles is an error.
import type { NewPet, Order, Pet } from '@animal-store/contract';
import { ApiError, invalidRequest } from '../../src/errors.js';
import type {
  Handler,
  HandlerRequest,
  HandlerResponse,
  Handlers,
} from '../../src/operations/handler.js';
import { handlers } from '../../src/operations/index.js';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// What is right compiles.

export const complete: Handlers = handlers;

export const getPet: Handler<'getPet'> = async ({ path }): Promise<HandlerResponse<'getPet'>> => ({
  status: 200,
  body: { id: path.petId, name: 'Hambone', categoryId: 9007199254740993n, status: 'sold' },
});

export const createPet: Handler<'createPet'> = async ({
  body,
}): Promise<HandlerResponse<'createPet'>> => ({
  status: 201,
  body: { id: 1, ...body },
  headers: { 'Idempotency-Replayed': 'true' },
});

export const declaredCode = new ApiError('not_found');

declare const get: HandlerRequest<'getPet'>;
declare const list: HandlerRequest<'listPets'>;
declare const listOrders: HandlerRequest<'listOrders'>;

// A 64-bit integer is a number or a bigint, wherever it stands.

export const inPath: Same<HandlerRequest<'getPet'>['path']['petId'], number | bigint> = true;
export const inBody: Same<HandlerRequest<'createPet'>['body']['categoryId'], number | bigint> =
  true;
export const inNewPet: Same<NewPet['categoryId'], number | bigint> = true;
export const inPet: Same<Pet['id'] | Pet['categoryId'], number | bigint> = true;
export const inOrder: Same<Order['id'] | Order['petId'], number | bigint> = true;

// @ts-expect-error A bigint may come: a handler that reckons with numbers alone would round it.
export const narrowed: number = get.path.petId;

// What the contract has a default for is there; what it has none for may be absent.

export const limit: Same<HandlerRequest<'listPets'>['query']['limit'], number> = true;
export const orderLimit: Same<HandlerRequest<'listOrders'>['query']['limit'], number> = true;
export const cursor: Same<HandlerRequest<'listPets'>['query']['cursor'], string | undefined> = true;

// @ts-expect-error The filter may be absent.
export const filter: string = list.query.status;

// @ts-expect-error The contract declares no such parameter.
export const unknownParameter = list.query.offset;

// @ts-expect-error listOrders has no filter.
export const otherParameter = listOrders.query.status;

// An operation has its handler, and only operations have one.

const { getPet: _, ...withoutGetPet } = handlers;
// @ts-expect-error An operation without a handler.
export const incomplete: Handlers = withoutGetPet;

// @ts-expect-error The handler of another operation.
export const exchanged: Handlers = { ...handlers, getPet: handlers.listPets };

// @ts-expect-error The contract declares no such operation.
export const unknownOperation: Handlers = { ...handlers, deletePet: handlers.getPet };

// @ts-expect-error The contract declares no such operation.
export type UnknownOperation = Handler<'deletePet'>;

// A handler answers what the contract declares.

const pet: Pet = { id: 1, name: 'Hambone', categoryId: 1 };

export const wrongStatus: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> => ({
  // @ts-expect-error getPet succeeds with 200 only.
  status: 201,
  body: pet,
});

export const errorStatus: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> => ({
  // @ts-expect-error An error is thrown, not answered.
  status: 404,
  body: pet,
});

export const missingField: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> => ({
  status: 200,
  // @ts-expect-error `categoryId` is required.
  body: { id: 1, name: 'Hambone' },
});

export const missingBody: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> =>
  // @ts-expect-error The reply has a body.
  ({ status: 200 });

export const extraField: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> => ({
  status: 200,
  // @ts-expect-error The contract declares no `colour`.
  body: { id: 1, name: 'Hambone', categoryId: 1, colour: 'red' },
});

export const wrongType: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> => ({
  status: 200,
  // @ts-expect-error An identifier is an integer.
  body: { id: '1', name: 'Hambone', categoryId: 1 },
});

export const wrongLiteral: Handler<'getPet'> = async (): Promise<HandlerResponse<'getPet'>> => ({
  status: 200,
  // @ts-expect-error `lost` is no PetStatus.
  body: { id: 1, name: 'Hambone', categoryId: 1, status: 'lost' },
});

export const wrongShape: Handler<'listPets'> = async (): Promise<HandlerResponse<'listPets'>> => ({
  status: 200,
  // @ts-expect-error A listing is a bare array.
  body: { items: [pet] },
});

export const undeclaredHeader: Handler<'getPet'> = async (): Promise<
  HandlerResponse<'getPet'>
> => ({
  status: 200,
  body: pet,
  // @ts-expect-error The contract declares no such header.
  headers: { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', 'X-Colour': 'red' },
});

// Errors are of the contract too.

// @ts-expect-error The contract declares no such code.
export const undeclaredCode = new ApiError('nope');

const fault = { path: '', message: 'is not allowed' };
// @ts-expect-error A fault is in the body, the query, the path or a header.
export const elsewhere = invalidRequest({ ...fault, in: 'cookie', code: 'invalid' });

// @ts-expect-error The contract declares no such code.
export const otherwise = invalidRequest({ ...fault, in: 'body', code: 'odd' });
