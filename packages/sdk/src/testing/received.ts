// Request to the mock, read as `fetch` reads its arguments, but without the platform's `Request`, which jsdom does not have.
import { mediaTypeOf } from '@animal-store/core/http';
import { contract } from '../../generated/mock.js';
import { JSON_TYPE } from '../json.js';
import type { MockOperation } from './mock-contract.js';
import { errorReply, malformed, type Reply } from './reply.js';

/** A `Request`, also of other types than the platform's. */
export type SentRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'arrayBuffer'>;

/** A request as the mock received it, with its whole body. */
export interface Received {
  /** In upper case. */
  method: string;
  url: URL;
  headers: Headers;
  /** Length of the body in bytes. */
  size: number;
  /** The body; undefined if it is not valid UTF-8. */
  text: string | undefined;
  signal: AbortSignal | undefined;
}

/** @param init Overrides what a request has. */
export async function receive(
  input: string | URL | SentRequest,
  init: RequestInit,
): Promise<Received> {
  const request = typeof input === 'object' && 'arrayBuffer' in input ? input : undefined;
  return {
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    url: new URL(request?.url ?? String(input), globalThis.location?.href),
    headers: new Headers(init.headers ?? request?.headers),
    ...(await readBody(init.body ?? (await request?.arrayBuffer()) ?? '')),
    signal: (init.signal === undefined ? request?.signal : init.signal) ?? undefined,
  };
}

async function readBody(body: BodyInit): Promise<Pick<Received, 'size' | 'text'>> {
  if (typeof body === 'string')
    return { size: new Blob([body]).size, text: body.replace(/\p{Surrogate}/gu, '\ufffd') };
  const bytes = await new Response(body).arrayBuffer();
  const size = bytes.byteLength;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { size, text: decoder.decode(bytes) };
  } catch {
    return { size, text: undefined };
  }
}

/** The text, absent if there is no body, or the reply that refuses it. In the server's order: 413, 415, 400. */
export function readBodyText(
  { bodyType, isBodyRequired = false }: MockOperation,
  { headers, size, text }: Received,
): { bodyText?: string } | { refusal: Reply } {
  if (size > contract.maxBodyBytes) return { refusal: errorReply('payload_too_large') };
  const isExpected = mediaTypeOf(headers.get('content-type') ?? '') === bodyType;
  const isEmpty = size === 0;
  const isPlain = /^identity$/i.test(headers.get('content-encoding') ?? 'identity');
  if ((!isEmpty || isBodyRequired) && !(isPlain && isExpected))
    return { refusal: unsupportedMediaType(bodyType) };
  if (isEmpty) return {};
  return text === undefined
    ? { refusal: malformed('body', 'is not valid UTF-8') }
    : { bodyText: text };
}

/** Source: RFC 9110, 15.5.16. */
function unsupportedMediaType(bodyType: string): Reply {
  const message = contract.errors.unsupported_media_type.message.replace(JSON_TYPE, bodyType);
  return errorReply('unsupported_media_type', { message, headers: { Accept: bodyType } });
}
