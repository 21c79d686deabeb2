// Model of a contract: what openapi.yaml says, as plain frozen data. Only openapi-typescript and /openapi.json do without it.
//
//   from-document/     the document in normal form -> the model: read-contract.ts; read-schema.ts: its schemas; read-service.ts: what
//                      holds for all; fields.ts: what objects of several kinds have
//   walk.ts            the walker: what is inside a schema, and the carriers of its messages with their direction
//   schema.ts          its schemas, and what stands at any place of the document: pointers, notes, deprecations
//   inventory.ts       all parameters, headers, bodies, replies and schemas of a contract
//   bounds.ts          the table of keywords that limit values
//   questions.ts       questions about schemas that several readers ask: types, values, parts; selector.ts: which branch is meant
//   listing.ts         which operations return pages of stored objects, what filters them, and the columns of these objects
//   int64-places.ts    where values have 64-bit integers, for clients that have them as strings
//   value-facts.ts     types with 64-bit integers, and defaults; parameter-shape.ts: how a parameter's text becomes a value
//
// References are followed: a schema that contains itself is a circle of objects. What a contract may hold and the service does
// not serve is kept as it stands, so that a published contract can be read and a difference in it is seen.
import type { BanPolicy, ParameterIn, Quota } from '@animal-store/core';
import type { Filter } from '@animal-store/core/contract-data';
import type { ContractMethod } from '../methods.js';
import type { Deprecation, Edge, Extensions, Pointer } from './schema.js';

export interface Contract {
  /** The version of OpenAPI. */
  openapi: string;
  info: Info;
  servers: readonly Server[];
  tags: readonly Tag[];
  /** How requests may prove who sends them: each alternative is the schemes that it combines, with their scopes. */
  security: readonly SecurityOption[];
  securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** `x-rate-limit-plans`. */
  plans: ReadonlyMap<string, Quota | 'custom'>;
  /** `x-rate-limit-ban`. */
  ban: BanPolicy | undefined;
  limits: Limits;
  /** In the order of the document, path by path. */
  operations: readonly Operation[];
  /** By path template, with what they say beside their operations. */
  paths: ReadonlyMap<string, PathItem>;
  /** The components, by name. */
  schemas: ReadonlyMap<string, Edge>;
  parameters: ReadonlyMap<string, Parameter>;
  headers: ReadonlyMap<string, Header>;
  replies: ReadonlyMap<string, Reply>;
  bodies: ReadonlyMap<string, Body>;
  /** Of each operation and each component, a digest of what it says in the document, whatever the order of its keys. */
  digests: ReadonlyMap<Pointer, string>;
  /** Limits of another type than their field has, as they stand. */
  otherLimits: Extensions;
  /** All other keys of the root. */
  extensions: Extensions;
}

export interface Info {
  title: string;
  version: string;
  summary?: string;
  description?: string;
  /** `contact`, `license` and all other keys. */
  extensions: Extensions;
}

export interface Server {
  at: Pointer;
  url: string;
  /** The name of its environment, such as `Staging`. */
  description?: string;
  extensions: Extensions;
}

export interface Tag {
  name: string;
  description?: string;
  extensions: Extensions;
}

/** The schemes that one alternative combines, each with its scopes. Without any, clients may be anonymous. */
export type SecurityOption = ReadonlyMap<string, readonly string[]>;

export interface SecurityScheme {
  /** `http`, `apiKey`, `oauth2`, `openIdConnect` or `mutualTLS`. */
  type: string;
  /** Of an HTTP scheme: `bearer`. */
  scheme?: string;
  /** Of an API key: the parameter that carries it. */
  in?: string;
  name?: string;
  extensions: Extensions;
}

/** Limits of the service. Each is undefined if the contract does not say it. */
export interface Limits {
  /** `x-max-body-bytes`. */
  maxBodyBytes: number | undefined;
  /** `x-idempotency.retentionSeconds`: how long answers are kept for repeated requests. */
  idempotencyRetentionSeconds: number | undefined;
  /** `x-deprecation-policy.minimumNoticeDays`: from the announcement of a sunset to the sunset. */
  minimumNoticeDays: number | undefined;
}

export interface PathItem {
  at: Pointer;
  /** Its own; undefined if those of the contract hold. */
  servers: readonly Server[] | undefined;
  extensions: Extensions;
}

export interface Operation {
  at: Pointer;
  /** `operationId`; undefined in old contracts that lack it. */
  id: string | undefined;
  method: ContractMethod;
  /** Path template, relative to the base path: `/pets/{petId}`. */
  path: string;
  tags: readonly string[];
  summary?: string;
  description?: string;
  /** Its own; undefined if that of the contract holds. */
  security: readonly SecurityOption[] | undefined;
  /** Its own; undefined if those of the contract hold. */
  servers: readonly Server[] | undefined;
  /** `x-stability`: `experimental`, `alpha` or `beta`. */
  stability: string | undefined;
  deprecation: Deprecation | undefined;
  /** Whether the reference offers live calls: `x-hideTryItPanel` is not set. */
  isTryable: boolean;
  /** Whether it declares the header `Idempotency-Key`. */
  isIdempotent: boolean;
  parameters: readonly Use<Parameter>[];
  body: Use<Body> | undefined;
  /** By status: `200`, `4XX` or `default`. */
  replies: ReadonlyMap<string, Use<Reply>>;
  extensions: Extensions;
}

/** Something in its place, or a component that the place refers to: two uses of a component have the same `value`. */
export interface Use<T> {
  /** Of the place. The definition has its own. */
  at: Pointer;
  /** The name of the component. */
  component?: string;
  value: T;
}

/** What parameters, headers and media types have in common: a schema, and examples beside it. */
export interface Carrier {
  at: Pointer;
  description?: string;
  schema: Edge | undefined;
  examples: readonly Example[];
  deprecation: Deprecation | undefined;
  /** How a value becomes text: `style`, `explode`, `allowReserved`, `allowEmptyValue`, as far as the contract says it. */
  serialization: Extensions;
  extensions: Extensions;
}

export interface Parameter extends Carrier {
  name: string;
  /** `cookie` in old contracts. */
  in: ParameterIn | 'cookie';
  isRequired: boolean;
  /** `x-filter`: which items of a listing it selects. */
  filter?: Filter;
}

export interface Header extends Carrier {
  isRequired: boolean;
}

export interface Example {
  at: Pointer;
  /** Undefined for `example`. */
  name: string | undefined;
  /** The name of the component that it refers to. */
  component?: string;
  value: unknown;
  /** Of a named one: `summary` and all other keys. */
  extensions: Extensions;
}

export interface Body {
  at: Pointer;
  description?: string;
  isRequired: boolean;
  /** By media type, as written. The service serves bodies of one. */
  content: ReadonlyMap<string, Carrier>;
  extensions: Extensions;
}

export interface Reply {
  at: Pointer;
  description?: string;
  headers: ReadonlyMap<string, Use<Header>>;
  /** By media type; empty for a reply without a body. */
  content: ReadonlyMap<string, Carrier>;
  extensions: Extensions;
}
