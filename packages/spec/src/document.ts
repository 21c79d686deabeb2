// The document in normal form. Other packages hold it sealed, and publish it as it is; generated code and tests have a type of
// it, limited to the parts that they name.
import type { BanPolicy, Method, ParameterIn, Quota } from '@animal-store/core';
import type { JsonObject } from './json.js';
import { decodeReference, resolvePointer } from './json-pointer.js';

declare const seal: unique symbol;

/** The document as other packages hold it. */
export interface SealedDocument {
  readonly [seal]: true;
}

export function sealDocument(document: object): SealedDocument {
  return document as SealedDocument;
}

export function unsealDocument(document: SealedDocument): JsonObject {
  return document as unknown as JsonObject;
}

/** Each type names the keywords that the project's code reads, and allows all others. */
interface Extensible {
  [keyword: string]: unknown;
}

export interface Reference extends Extensible {
  $ref: string;
}

export interface Schema extends Extensible {
  type?: string | readonly string[];
  format?: string;
}

/** An example without a name, or several with names. */
interface WithExamples {
  example?: unknown;
  examples?: Readonly<Record<string, { value?: unknown } | Reference>>;
}

export interface Parameter extends WithExamples, Extensible {
  name: string;
  in: ParameterIn;
  required?: boolean;
  schema: Schema | Reference;
}

interface HeaderObject extends WithExamples, Extensible {
  description?: string;
  required?: boolean;
  schema?: Schema | Reference;
}

interface MediaTypeObject extends WithExamples, Extensible {
  schema?: Schema | Reference;
}

interface RequestBodyObject extends Extensible {
  required?: boolean;
  content: Readonly<Record<string, MediaTypeObject>>;
}

export interface ResponseObject extends Extensible {
  headers?: Readonly<Record<string, HeaderObject | Reference>>;
  content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface Operation extends Extensible {
  operationId: string;
  deprecated?: boolean;
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: RequestBodyObject | Reference;
  responses: Readonly<Record<string, ResponseObject | Reference>>;
  'x-stability'?: 'experimental' | 'alpha' | 'beta';
  'x-deprecated-since'?: string;
  'x-deprecated-sunset'?: string;
  'x-deprecated-successor'?: string;
  'x-hideTryItPanel'?: boolean;
}

interface Server extends Extensible {
  url: string;
  /** The name of its environment, such as `Staging`. */
  description: string;
}

/** Schemas of errors, with their limits. */
interface ErrorSchemas {
  Error: Schema & { properties: Extensible & { details: Schema & { maxItems: number } } };
  ErrorDetail: Schema & {
    properties: Extensible & {
      path: Schema & { maxLength: number };
      message: Schema & { maxLength: number };
    };
  };
}

/** openapi.yaml as the generator bundles it. */
export interface ContractDocument extends Extensible {
  openapi: string;
  info: Extensible & { title: string; version: string };
  servers: readonly [Server, ...Server[]];
  paths: Readonly<Record<string, Partial<Record<Method, Operation>>>>;
  components: Extensible & {
    parameters?: Readonly<Record<string, Parameter>>;
    responses?: Readonly<Record<string, ResponseObject | Reference>>;
    schemas: Readonly<Record<string, Schema>> & ErrorSchemas;
    securitySchemes: Readonly<Record<string, unknown>>;
  };
  'x-rate-limit-plans': Readonly<Record<string, Quota | 'custom'>> & { readonly free: Quota };
  'x-rate-limit-ban': BanPolicy;
  'x-max-body-bytes': number;
  'x-idempotency': { retentionSeconds: number };
}

/** The target of a reference, or `entry` itself if it is none. The generator checks that every reference resolves. */
export function resolve<T extends object>(entry: T | Reference, document: ContractDocument): T {
  if (!isReference(entry)) return entry;
  const target = resolvePointer(document, decodeReference(entry.$ref));
  return resolve(target as T | Reference, document);
}

export function parametersOf({ parameters = [] }: Operation, document: ContractDocument) {
  return parameters.map((entry) => resolve<Parameter>(entry, document));
}

function isReference(entry: object): entry is Reference {
  return '$ref' in entry && typeof entry.$ref === 'string';
}
