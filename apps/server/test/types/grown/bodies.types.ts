// Type tests for bodies and responses of the grown contract. slow/grown-contract/generated-types.test.ts compiles them.
import type { Readable, Writable } from '@animal-store/core';
import type { GrowthAccount, GrowthAccountInput, Thing } from '../generated/schemas.js';
import type {
  ReceivedBody,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from '../src/operation-types.js';
import type { Same } from './same.js';

type Int64 = number | bigint;

// A request has no read-only properties, and clients may omit those with a default.

export const request: RequestBody<'createAccount'> = {
  name: 'a',
  password: 'correct horse',
  address: { city: 'Ulm', door: '1' },
};
export const input: GrowthAccountInput = request;
export const settings: RequestBody<'echoSettings'> = { nested: {}, items: [{}] };

// @ts-expect-error A write-only property is required.
export const withoutPassword: GrowthAccountInput = { name: 'a' };

// @ts-expect-error A read-only property cannot be sent.
export const withId: GrowthAccountInput = { ...request, id: 1 };

// @ts-expect-error Neither can one whose schema is read-only.
export const withCreated: GrowthAccountInput = { ...request, createdAt: '' };

// @ts-expect-error Neither can one of an object inside.
export const withZone: GrowthAccountInput = { ...request, address: { city: 'Ulm', zone: '' } };

declare const animal: Thing['animal'];
// @ts-expect-error Nor of a property that has the name of a keyword.
export const withAt: RequestBody<'putThing'> = { animal, default: { at: '' } };

// What a handler receives has the defaults.

declare const received: ReceivedBody<'echoSettings'>;
export const color: Same<typeof received.color, string> = true;
export const size: Same<typeof received.size, 'small' | 'large'> = true;
export const isOn: Same<typeof received.nested.isOn, boolean> = true;
export const composed: Same<ReceivedBody<'echoComposed'>['size'], number> = true;
export const password: Same<ReceivedBody<'createAccount'>['password'], string> = true;
export const sent: RequestBody<'echoSettings'> = received;

// A response has no write-only properties, and its defaults are not filled in.

declare const account: ResponseBody<'createAccount', 201>;
export const output: GrowthAccount = account;
export const id: Same<typeof account.id, Int64> = true;
export const created: Same<typeof account.createdAt, string> = true;
export const sentColor: Same<ResponseBody<'echoSettings'>['color'], string | undefined> = true;

// @ts-expect-error A write-only property is not received.
export const sentPassword = account.password;

// @ts-expect-error Neither is one of an object inside.
export const sentDoor = account.address?.door;

// Values keep their exact types.

declare const values: ResponseBody<'echoNullable'>;
declare const keywords: ResponseBody<'echoKeywords'>;
export const parent: Same<typeof values.parent, Int64 | null | undefined> = true;
export const count: Same<typeof values.count, Int64 | null | undefined> = true;
export const level: Same<typeof values.level, 1 | 2 | null | undefined> = true;
export const byName: Same<NonNullable<Thing['byName']>[string], Int64> = true;
export const labels: NonNullable<typeof keywords.settings> = { a: 1, c: 'b' };

// @ts-expect-error A declared property keeps its type.
export const wrongLabels: NonNullable<typeof keywords.settings> = { a: 'b' };

// A discriminator selects a branch, also if that is composed, and also in `anyOf`.

export function describe(one: Thing['animal']): string {
  if (one.kind === 'bird') return `${one.name} ${one.canFly}`;
  const toyType: 'GrowthBall' | 'GrowthMouse' | undefined = one.toy?.toyType;
  return `${one.lives} ${toyType}`;
}

// @ts-expect-error No branch has this name.
export const cow: Thing['animal'] = { kind: 'cow', lives: 1 };

// Media types that end in `+json`, optional bodies, and responses without a body.

export const patch: Same<RequestBody<'updateAccount'>['managerId'], Int64 | null | undefined> =
  true;
export const job: ResponseBody<'createAccount', 202> = { state: 'queued' };
export const matrix: Same<RequestBody<'echoMatrix'>[number], (Int64 | null)[]> = true;
export const optional: Same<Extract<RequestBody<'echoNote'>, undefined>, undefined> = true;
export const statuses: Same<SuccessStatus<'putThing'>, 200 | 204> = true;
export const nothing: Same<ResponseBody<'putThing', 204>, undefined> = true;

// Headers have their types, and only required ones are always there.

declare const headers: Responses<'createAccount'>[201]['headers'];
export const location: string = headers.Location;
export const version: Same<(typeof headers)['X-Account-Version'], number | undefined> = true;

/** A property that is always null is in both directions. */
export const alwaysNull: Readable<{ error: null }> & Writable<{ error: null }> = { error: null };
