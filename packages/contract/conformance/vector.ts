// Conformance vector: requests, and the replies that any implementation of the contract gives. The first request is sent at
// 2026-11-20T10:00:00Z, the start of a UTC minute.
import type { Quota } from '@animal-store/core';

/**
 * Stored before the first request, in this order, by the name that their resource has as a table and in the mock. Those
 * without an id get the ids 1, 2, 3, ...
 */
export type Seeds = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export interface Vector {
  /** The guarantee: "when ..., then ...". */
  name: string;
  /** For what the contract does not say, and the mock therefore does not know, such as the rule of an action or of a table. Default: both. */
  only?: 'server';
  seeds?: Seeds;
  /** Quota of the key. Default: no vector uses it up. */
  quota?: Quota;
  exchanges: readonly Exchange[];
}

/** A vector without stored items, whose requests do not use up the quota. */
export const vector = (name: string, ...exchanges: Exchange[]): Vector => ({ name, exchanges });

/** The same reply to each of the requests. */
export const all = (name: string, reply: WantedReply, ...requests: VectorRequest[]): Vector =>
  vector(name, ...requests.map((request) => ({ request, reply })));

export interface Exchange {
  /** Time that passes before the request, in seconds. */
  afterSeconds?: number;
  request: VectorRequest;
  /** Number of times that the request is sent, each with the same reply. Default: 1. */
  times?: number;
  reply: WantedReply;
}

export interface VectorRequest {
  /** Default: GET. */
  method?: string;
  /** Path and query below the base path, where `{key}` is the key `live`. Default: the target of the latest `next` link. */
  path?: string;
  /** Another path and query, to which the cursor of that link is added. */
  nextOf?: { path: string; query?: string };
  /** Default: `live`. The others: no Authorization header, an invalid key, a second valid key, a read-only key. */
  key?: 'live' | 'none' | 'invalid' | 'other' | 'publishable';
  /** In their values, `{key}` is the key `live`. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with the media type of JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface WantedReply {
  status: number;
  /** By name: the text, a pattern of it, or null if the header must be absent. */
  headers?: Readonly<Record<string, string | RegExp | null>>;
  /** The text of the body. Integers have all their digits. */
  text?: string;
  /** The code of the error. */
  code?: string;
  /** The place and the code of each validation error: `body /name required`. The message may follow. */
  details?: readonly string[];
}
