// The typed fetch client of the animal store.
import type {
  ErrorCode,
  ErrorDetail,
  NewPet,
  Order,
  operations,
  Pet,
} from '@animal-store/contract';
import { createClient } from './client.js';

export interface AnimalStoreOptions {
  /** Where the service is, with its version segment: `https://api.animal-store.example/v1`. */
  baseUrl: string;
  apiKey: string;
}

/** An error that the service answered with. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];

  constructor(body: { code: ErrorCode; message: string; status: number; details?: ErrorDetail[] }) {
    super(body.message);
    this.name = 'ApiError';
    this.code = body.code;
    this.status = body.status;
    this.details = body.details ?? [];
  }
}

type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

export class AnimalStore {
  readonly #client: ReturnType<typeof createClient>;

  constructor({ baseUrl, apiKey }: AnimalStoreOptions) {
    this.#client = createClient(baseUrl, apiKey);
  }

  /** Returns one page of animals. @throws ApiError */
  async listPets(query: Query<'listPets'> = {}): Promise<Pet[]> {
    return unwrap(await this.#client.GET('/pets', { params: { query } }));
  }

  /** Adds an animal. @throws ApiError */
  async createPet(body: NewPet): Promise<Pet> {
    return unwrap(await this.#client.POST('/pets', { body }));
  }

  /** Returns one animal. @deprecated Use `listPets` with a `status`. @throws ApiError */
  async getPet({ petId }: { petId: Pet['id'] }): Promise<Pet> {
    return unwrap(await this.#client.GET('/pets/{petId}', { params: { path: { petId } } }));
  }

  /** Returns one page of orders. Experimental. @throws ApiError */
  async listOrders(query: Query<'listOrders'> = {}): Promise<Order[]> {
    return unwrap(await this.#client.GET('/store/orders', { params: { query } }));
  }
}

type ErrorBody = ConstructorParameters<typeof ApiError>[0];

function unwrap<T>({ data, error }: { data?: T; error?: ErrorBody }): T {
  if (data === undefined) {
    throw new ApiError(error ?? { code: 'internal_error', message: 'an empty reply', status: 500 });
  }
  return data;
}
