// JSON response bodies, in which 64-bit integers keep all their digits.
import type { Response } from 'express';
import { stringify } from 'lossless-json';

/** @param mediaType One of JSON. */
export function sendJson(
  res: Response,
  status: number,
  body: unknown,
  mediaType = 'application/json',
): void {
  const bytes = jsonBytes(body);
  res.status(status);
  res.setHeader('Content-Type', mediaType);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** Serialized bytes of frozen bodies: a frozen body cannot change, so its bytes are reused. */
const bytesOfFrozen = new WeakMap<object, Buffer>();

/** The JSON of a body. A Buffer is JSON already. */
export function jsonBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return serialize(body);
  let bytes = bytesOfFrozen.get(body);
  if (bytes === undefined) {
    const pooled = serialize(body);
    bytes = Buffer.allocUnsafeSlow(pooled.length); // a small cached buffer would keep Node's whole pool in memory
    pooled.copy(bytes);
    bytesOfFrozen.set(body, bytes);
  }
  return bytes;
}

/** JSON.stringify is three times as fast as lossless-json, but throws on a bigint: lossless-json serializes those. */
function serialize(body: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(body) ?? '');
  } catch {
    return Buffer.from(stringify(body) ?? '');
  }
}
