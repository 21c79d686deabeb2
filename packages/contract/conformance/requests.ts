// Objects and requests that several vectors send, and what they get.
import { MAX_BODY_BYTES } from './limits.js';
import type { Exchange, VectorRequest } from './vector.js';

export const POST = { method: 'POST', path: '/pets' };
export const REX = { name: 'Rex', categoryId: 1 };
export const ORDER = { petId: 1, quantity: 2, shipDate: '2026-11-20T09:30:00Z', complete: false };
export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const TOO_LARGE = 'x'.repeat(MAX_BODY_BYTES + 1);
export const LISTINGS = ['/pets', '/store/orders'] as const;
/** An integer of more than 64 bits. */
export const LONG = '9'.repeat(1000);

export const NOTHING_STORED: Exchange = {
  request: { path: '/pets' },
  reply: { status: 200, text: '[]' },
};

/** A request with these validation errors. */
export const invalid = (request: VectorRequest, ...details: string[]): Exchange => ({
  request,
  reply: { status: 400, code: 'invalid_request', details },
});
/** Twice, since the server keeps what it found out about a URL. */
export const invalidGet = (path: string, ...details: string[]): Exchange => ({
  ...invalid({ path }, ...details),
  times: 2,
});
export const invalidBody = (text: string | Uint8Array<ArrayBuffer>, ...details: string[]) =>
  invalid({ ...POST, headers: JSON_TYPE, body: text }, ...details);
export const withName = (json: string, ...details: string[]) =>
  invalidBody(`{"name":${json},"categoryId":1}`, ...details);
