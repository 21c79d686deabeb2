// Body of a request to the mock: its size, media type and encoding, checked in the server's order: 413, 415, 400.
import { mediaTypeOf } from '@animal-store/contract/http';
import { contract } from '../../generated/mock.js';
import type { MockOperation } from './mock-contract.js';
import { errorReply, malformed, type Reply } from './reply.js';

const JSON_TYPE = 'application/json';

/** The text, absent if there is no body, or the reply that refuses it. */
export function readBodyText(
  { bodyType, isBodyRequired = false }: MockOperation,
  headers: Headers,
  bytes: Uint8Array,
): { bodyText?: string } | { refusal: Reply } {
  if (bytes.length > contract.maxBodyBytes) return { refusal: errorReply('payload_too_large') };
  const isExpected = mediaTypeOf(headers.get('content-type') ?? '') === bodyType;
  const isEmpty = bytes.length === 0;
  const isPlain = /^identity$/i.test(headers.get('content-encoding') ?? 'identity');
  if ((!isEmpty || isBodyRequired) && !(isPlain && isExpected))
    return { refusal: unsupportedMediaType(bodyType) };
  if (isEmpty) return {};
  try {
    return { bodyText: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { refusal: malformed('body', 'is not valid UTF-8') };
  }
}

/** Source: RFC 9110, 15.5.16. */
function unsupportedMediaType(bodyType: string): Reply {
  const { status, message } = contract.errors.unsupported_media_type;
  return {
    status,
    headers: { Accept: bodyType },
    mediaType: JSON_TYPE,
    body: {
      code: 'unsupported_media_type',
      message: message.replace(JSON_TYPE, bodyType),
      status,
    },
  };
}
