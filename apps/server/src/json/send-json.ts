// Owns the writing of a JSON body: 64-bit integers come out in all their digits.
import type { Response } from 'express';
import { stringify } from 'lossless-json';

export function sendJson(res: Response, status: number, body: unknown): void {
  sendBytes(res, status, jsonBytes(body));
}

/** A body that is frozen cannot change, so neither can its bytes. */
const bytesOfFrozen = new WeakMap<object, Buffer>();

export function jsonBytes(body: unknown): Buffer {
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return render(body);
  let bytes = bytesOfFrozen.get(body);
  if (bytes === undefined) {
    bytes = render(body);
    bytesOfFrozen.set(body, bytes);
  }
  return bytes;
}

function render(body: unknown): Buffer {
  return Buffer.from(stringify(body) ?? '');
}

export function sendBytes(res: Response, status: number, bytes: Buffer): void {
  res.status(status);
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}
