// Types of a call's argument, derived from the contract's types.
import type { OperationId, operations, ParameterValues, RequestBody } from '@animal-store/contract';
import type { StructuredOperationId } from '../../generated/call-shapes.js';
import type { Int64Mode, WithDigits } from '../int64/int64-types.js';

/**
 * The argument of an operation's method. If every name is unique, it has all parameters and the properties of the body
 * in one object. Otherwise it has the parts `{ path, query, headers, body }`. Of a client with `int64: 'string'`, it takes
 * 64-bit integers as strings too.
 */
export type Params<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
> = Mode extends 'string' ? WithDigits<NumberParams<Id>> : NumberParams<Id>;

type NumberParams<Id extends OperationId> = Simplify<
  Id extends StructuredOperationId ? StructuredParams<Id> : FlatParams<Id>
>;

type FlatParams<Id extends OperationId> = ParametersOf<Id> &
  Neutral<PropertiesOf<Body<Id>, keyof ParametersOf<Id>>>;

type ParametersOf<Id extends OperationId> = Neutral<ParameterValues<Id, 'path'>> &
  Neutral<ParameterValues<Id, 'query'>> &
  Neutral<HeaderValues<Id>>;

/** `Idempotency-Key` is left out: the client sends one itself. */
type HeaderValues<Id extends OperationId> = WithoutIdempotencyKey<ParameterValues<Id, 'header'>>;

type WithoutIdempotencyKey<Values> = {
  [Name in keyof Values as Lowercase<Name & string> extends 'idempotency-key'
    ? never
    : Name]: Values[Name];
};

/** The properties of a body; a parameter may have the name of a read-only one, which is not sent. */
type PropertiesOf<Value, Taken> = Value extends object
  ? { [Name in keyof Value as Exclude<Name, Taken>]: Value[Name] }
  : never;

/** A call without an optional body has none of its properties. */
type Body<Id extends OperationId> =
  | RequestBody<Id>
  | (HasOptionalBody<Id> extends true ? NoProperties<RequestBody<Id>> : never);

type NoProperties<Value> = { [Name in Value extends unknown ? keyof Value : never]?: never };

type StructuredParams<Id extends OperationId> = Part<'path', ParameterValues<Id, 'path'>> &
  Part<'query', ParameterValues<Id, 'query'>> &
  Part<'headers', HeaderValues<Id>> &
  BodyPart<Id>;

/** A part may be omitted if all of it is optional. */
type Part<Name extends string, Values> = [Values] extends [never]
  ? unknown
  : [keyof Values] extends [never]
    ? unknown
    : Record<never, never> extends Values
      ? { [Key in Name]?: Values }
      : { [Key in Name]: Values };

type BodyPart<Id extends OperationId> = [RequestBody<Id>] extends [undefined]
  ? unknown
  : HasOptionalBody<Id> extends true
    ? { body?: Simplify<Exclude<RequestBody<Id>, undefined>> }
    : { body: Simplify<RequestBody<Id>> };

type HasOptionalBody<Id extends OperationId> = operations[Id] extends { requestBody: object }
  ? false
  : true;

/** The same type with `undefined` for what may be absent, at any depth: it is not sent. Editors show the name of `T`. */
export type Input<T> = { [Key in keyof T]: InputOf<T[Key]> | UndefinedIfOptional<T, Key> };

/** A type without objects keeps its name. */
type InputOf<Value> = [Extract<Value, object>] extends [never] ? Value : Input<Value>;

type UndefinedIfOptional<T, Key extends keyof T> = string extends Key
  ? never
  : number extends Key
    ? never
    : Record<never, never> extends Pick<T, Key>
      ? undefined
      : never;

/** The input without a name: flattens an intersection, so that editors show one object. Each member of a union by itself. */
type Simplify<T> = T extends infer Whole
  ? { [Key in keyof Whole]: InputOf<Whole[Key]> | UndefinedIfOptional<Whole, Key> }
  : never;

/** The contract's types have `never` where there is nothing; `unknown` is neutral in an intersection. */
type Neutral<Values> = [Values] extends [never] ? unknown : Values;
