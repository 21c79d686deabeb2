// API fetch: the transport as a `fetch`, for clients other than ours.
import { RateLimitError } from '../client/errors.js';
import type { ResolvedOptions } from '../client/options.js';
import type { OperationId } from '../client/types.js';
import type { WireOperation } from '../client/wire-operation.js';
import { JSON_TYPE, parseJson, stringifyJson } from '../int64/json.js';
import { createIdempotencyKey } from './retry.js';
import type { Transport } from './transport.js';

/** `/pets/mine` before `/pets/{petId}`. */
type SpecsById = ReadonlyMap<OperationId, WireOperation>;

export function createApiFetch(
  specs: SpecsById,
  transport: Transport,
  { baseUrl, clock }: ResolvedOptions,
): typeof globalThis.fetch {
  return async (input, { signal, ...init } = {}) => {
    const isRequest = input instanceof Request;
    const url = new URL(isRequest ? input.url : input, `${baseUrl}/`);
    const request = new Request(isRequest ? input : url, init);
    const [id, found] = findOperation(specs, baseUrl, request.method, url);
    const spec = { ...found, method: request.method };
    const headers = Object.fromEntries(request.headers);
    delete headers.authorization; // the client's own key is sent
    if (spec.isIdempotent) headers['idempotency-key'] ??= createIdempotencyKey();
    const body = (await request.text()) || undefined;
    const { href } = url;
    try {
      const { response, text } = await transport.send({
        id,
        spec,
        url: href,
        headers,
        body,
        options: { ...init, signal: signal ?? (isRequest ? input.signal : undefined) },
        isRaw: true,
      });
      return toReadable(response, response.url || href, text);
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error; // the queue refused it: nothing was sent
      const { rawCode: code, rawMessage, message, retryAt, status } = error;
      const seconds = Math.max(1, Math.ceil((retryAt.getTime() - clock.now()) / 1000));
      const headers = { 'Content-Type': JSON_TYPE, 'Retry-After': `${seconds}` };
      const text = stringifyJson({ code, message: rawMessage ?? message, status });
      return toReadable({ status, headers }, href, text);
    }
  };
}

/** @throws TypeError for an address of no operation: the key must not be sent there. */
function findOperation(specs: SpecsById, baseUrl: string, method: string, url: URL) {
  const address = url.origin + url.pathname;
  const path = address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : '';
  for (const entry of specs) {
    const [, spec] = entry;
    if (spec.method === method.replace('HEAD', 'GET') && toPattern(spec.path).test(path))
      return entry;
  }
  throw new TypeError(`${method} ${address} is no operation of this API at ${baseUrl}`);
}

function toPattern(path: string): RegExp {
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]+')}$`);
}

/** A response that has the whole body, of which `json()` is exact. */
function toReadable(response: ResponseInit, url: string, text: string): Response {
  const { status = 200, statusText = '' } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding'); // the text is decoded
  headers.set('content-length', `${new TextEncoder().encode(text).length}`); // without it, openapi-fetch uses JSON.parse
  const body = [204, 205, 304].includes(status) ? null : text;
  const readable = new Response(body, { status, statusText, headers });
  // Assigned, so that they can be replaced, as ky does with `json`.
  Object.assign(readable, {
    json: async () => parseJson(await readable.text()),
    clone: () => toReadable(response, url, text),
  });
  return Object.defineProperty(readable, 'url', { value: url });
}
