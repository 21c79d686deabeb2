// The same three calls through each generated client. Validators check the replies where the generator writes them.
import type { Service } from '@animal-store/service';
import { createClient } from '../generated/hey-api/client/index.ts';
import * as heyApi from '../generated/hey-api/sdk.gen.ts';
import { zError, zPet, zPets } from '../generated/hey-api/zod.gen.ts';
import { createPet as kubbCreatePet } from '../generated/kubb/clients/createPet.ts';
import { getPet as kubbGetPet } from '../generated/kubb/clients/getPet.ts';
import { listPets as kubbListPets } from '../generated/kubb/clients/listPets.ts';
import { newPetSchema } from '../generated/kubb/zod/newPetSchema.ts';
import { petSchema } from '../generated/kubb/zod/petSchema.ts';
import { petsSchema } from '../generated/kubb/zod/petsSchema.ts';
import * as orval from '../generated/orval/client.ts';
import * as orvalZod from '../generated/orval/zod.ts';
import { Api, PetStatus } from '../generated/swagger-typescript-api/client.ts';
import { server as orvalServer } from './orval-fetch.ts';

export interface Pet {
  id: number | bigint;
  name: string;
}

/** What every check finds out about a client. */
export interface Findings {
  created: Pet;
  listed: readonly Pet[];
  /** The status of a reply to a request for an animal that does not exist. */
  missingStatus: number | undefined;
}

type Server = Pick<Service, 'baseUrl' | 'apiKey'>;

const MISSING_ID = 999_999_999;
export const NAME = 'Zoë 🦊';

async function withHeyApi({ baseUrl, apiKey }: Server): Promise<Findings> {
  const client = createClient({ baseUrl, auth: apiKey });
  const body = { name: NAME, categoryId: 1, status: 'available' } as const;
  const created = await heyApi.createPet({ client, body });
  const listed = await heyApi.listPets({ client, query: { limit: 100, status: 'available' } });
  const missing = await heyApi.getPet({ client, path: { petId: MISSING_ID } });
  zError.parse(missing.error);
  return {
    created: zPet.parse(created.data),
    listed: zPets.parse(listed.data),
    missingStatus: missing.response?.status,
  };
}

async function withOrval({ baseUrl, apiKey }: Server): Promise<Findings> {
  Object.assign(orvalServer, { baseUrl, apiKey });
  const body = orvalZod.createPetBody.parse({ name: NAME, categoryId: 1, status: 'available' });
  const created = await orval.createPet(body);
  const listed = await orval.listPets({ limit: 100, status: 'available' });
  const missing = await orval.getPet(MISSING_ID);
  return {
    created: orvalZod.getPetResponse.parse(created.data),
    listed: orvalZod.listPetsResponse.parse(listed.data),
    missingStatus: missing.status,
  };
}

async function withKubb({ baseUrl, apiKey }: Server): Promise<Findings> {
  const config = { baseURL: baseUrl, headers: { Authorization: `Bearer ${apiKey}` } };
  const headers = { ...config.headers, 'Content-Type': 'application/json' };
  const body = newPetSchema.parse({ name: NAME, categoryId: 1, status: 'available' });
  const created = await kubbCreatePet(body, {}, { ...config, headers });
  const listed = await kubbListPets({ limit: 100, status: 'available' }, config);
  const missing: unknown = await kubbGetPet(MISSING_ID, config);
  return {
    created: petSchema.parse(created),
    listed: petsSchema.parse(listed),
    missingStatus: statusOf(missing),
  };
}

async function withSwaggerTypescriptApi({ baseUrl, apiKey }: Server): Promise<Findings> {
  const { pets } = new Api({
    baseUrl,
    baseApiParams: { headers: { Authorization: `Bearer ${apiKey}` } },
  });
  const created = await pets.createPet({
    name: NAME,
    categoryId: 1,
    status: PetStatus.Available,
  });
  const listed = await pets.listPets({ limit: 100, status: PetStatus.Available });
  const missing: unknown = await pets.getPet(MISSING_ID).catch((error: unknown) => error);
  return { created: created.data, listed: listed.data, missingStatus: statusOf(missing) };
}

function statusOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('status' in value)) return undefined;
  return typeof value.status === 'number' ? value.status : undefined;
}

export const CHECKS: Readonly<Record<string, (server: Server) => Promise<Findings>>> = {
  '@hey-api/openapi-ts, with zod': withHeyApi,
  'orval, fetch and zod': withOrval,
  'kubb, fetch and zod': withKubb,
  'swagger-typescript-api': withSwaggerTypescriptApi,
};
