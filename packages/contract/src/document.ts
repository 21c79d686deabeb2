// Owns the shape of the bundled contract: what the server and the tools read out of it.
import type { operations } from '../generated/types.js';

export type OperationId = keyof operations;
/** Those that an operation can have. HEAD and OPTIONS are answered for each path, TRACE never. */
export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type Method = (typeof METHODS)[number];
export type ParameterIn = 'query' | 'path' | 'header';

/** Each shape names the keywords that our own code reads, and lets the others through. */
interface Open {
  [keyword: string]: unknown;
}

export interface Reference extends Open {
  $ref: string;
}

export interface Schema extends Open {
  type?: string | readonly string[];
  format?: string;
}

export interface Parameter extends Open {
  name: string;
  in: ParameterIn;
  required?: boolean;
  schema: Schema | Reference;
}

export interface Operation extends Open {
  operationId: OperationId;
  deprecated?: boolean;
  parameters?: readonly (Parameter | Reference)[];
  responses: Readonly<Record<string, unknown>>;
  'x-stability'?: 'experimental' | 'alpha' | 'beta';
  'x-deprecated-since'?: string;
  'x-deprecated-sunset'?: string;
  'x-deprecated-successor'?: OperationId;
  'x-hideTryItPanel'?: boolean;
}

/** Requests admitted in one UTC minute and in one UTC day. */
export interface Quota {
  perMinute: number;
  perDay: number;
}

/** When a key that goes on after refusals is banned, and for how long. */
export interface BanPolicy {
  refusalsPerMinute: number;
  seconds: number;
  maxSeconds: number;
}

/** openapi.yaml, as the generator bundles it. */
export interface ContractDocument extends Open {
  openapi: string;
  info: Open & { title: string; version: string };
  servers: readonly (Open & { url: string })[];
  paths: Readonly<Record<string, Partial<Record<Method, Operation>>>>;
  components: Open & {
    parameters?: Readonly<Record<string, Parameter>>;
    schemas: Readonly<Record<string, Schema>>;
    securitySchemes: Readonly<Record<string, unknown>>;
  };
  'x-rate-limit-plans': Readonly<Record<string, Quota | 'custom'>>;
  'x-rate-limit-ban': BanPolicy;
  'x-max-body-bytes': number;
  'x-idempotency': { retentionSeconds: number };
}
