// Type tests for bodies and responses of the contract in fixture.yaml. generated-types.test.ts compiles them.
import type { Thing, ThingInput } from '../generated/schemas.js';
import type {
  ReceivedBody,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from '../src/operation-types.js';
import type { Readable, Writable } from '../src/read-write.js';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Int64 = number | bigint;

// A request has no read-only properties, and clients may omit those with a default.

export const request: RequestBody<'putThing'> = {
  secret: 'a',
  animal: { kind: 'cat', lives: 9 },
  inner: { door: '1' },
};
export const input: ThingInput = request;

// @ts-expect-error A write-only property is required.
export const withoutSecret: ThingInput = { animal: request.animal, inner: request.inner };

// @ts-expect-error A read-only property cannot be sent.
export const withId: ThingInput = { ...request, id: 1 };

// @ts-expect-error Neither can one whose schema is read-only.
export const withCreated: ThingInput = { ...request, created: '' };

// @ts-expect-error Neither can one of an object inside.
export const withZone: ThingInput = { ...request, inner: { door: '1', zone: '' } };

// @ts-expect-error Nor of a property that has the name of a keyword.
export const withAt: ThingInput = { ...request, default: { at: '' } };

// What a handler receives has the defaults.

declare const received: ReceivedBody<'putThing'>;
export const limit: Same<typeof received.limit, number> = true;
export const size: Same<typeof received.size, 'small' | 'large'> = true;
export const floor: Same<typeof received.inner.floor, number> = true;
export const weight: Same<NonNullable<typeof received.kept>['weight'], number> = true;
export const secret: Same<typeof received.secret, string> = true;
export const sent: RequestBody<'putThing'> = received;

// A response has no write-only properties, and its defaults are not filled in.

declare const thing: ResponseBody<'putThing', 200>;
export const output: Thing = thing;
export const id: Same<typeof thing.id, Int64> = true;
export const created: Same<typeof thing.created, string> = true;
export const responseLimit: Same<typeof thing.limit, number | undefined> = true;

// @ts-expect-error A write-only property is not received.
export const responseSecret = thing.secret;

// @ts-expect-error Neither is one of an object inside.
export const responseDoor = thing.inner.door;

// Values keep their exact types.

export const nullable: Same<typeof thing.nullable, Int64 | null | undefined> = true;
export const byName: Same<NonNullable<typeof thing.byName>[string], Int64> = true;
export const pair: Same<NonNullable<typeof thing.pair>, [string, Int64]> = true;
export const level: Same<typeof thing.level, 1 | 2 | null | undefined> = true;
export const labels: NonNullable<typeof input.labels> = { count: 1, 'x-a': 'b' };

// @ts-expect-error A declared property keeps its type.
export const wrongLabels: NonNullable<typeof input.labels> = { count: 'a' };

// A discriminator selects a branch, also if that is composed, and also in `anyOf`.

export function describe(animal: Thing['animal'], toy: NonNullable<Thing['toy']>): string {
  const toyType: 'Ball' | 'Mouse' = toy.toyType;
  return animal.kind === 'cat' ? `${animal.lives} ${toyType}` : `${animal.name} ${animal.canFly}`;
}

// @ts-expect-error No branch has this name.
export const cow: Thing['animal'] = { kind: 'cow', lives: 1 };

// Media types that end in `+json`, optional bodies, and responses without a body.

export const ids: Same<RequestBody<'patchThing'>, (Int64 | null)[] | undefined> = true;
export const responseIds: Same<ResponseBody<'patchThing'>, (Int64 | null)[]> = true;
export const statuses: Same<SuccessStatus<'putThing'>, 200 | 204> = true;
export const nothing: Same<ResponseBody<'putThing', 204>, undefined> = true;

// Headers have their types, and only required ones are always there.

declare const headers: Responses<'putThing'>[200]['headers'];
export const location: string = headers.Location;
export const count: Same<(typeof headers)['X-Count'], number | undefined> = true;

/** A property that is always null is in both directions. */
export const alwaysNull: Readable<{ error: null }> & Writable<{ error: null }> = { error: null };
