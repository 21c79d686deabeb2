// Typed client: openapi-fetch joins the parts of a call to a request, and hands it to the transport. Nothing else of the
// package knows openapi-fetch: docs/decisions/17-sdk-on-openapi-fetch.md says how it would be left.
import type { paths } from '@animal-store/contract';
import createClient, { type Client as FetchClient } from 'openapi-fetch';
import type { WireOperation } from '../client/wire-operation.js';
import { stringifyJson } from '../int64/json.js';
import type { CallParts } from './parameters.js';
import type { CompleteResponse } from './send-request.js';

/** Sends a composed request. */
type Send = (url: string, body: string | undefined) => Promise<CompleteResponse>;

/** Resolves, or rejects, as `send` does. */
export type TypedClient = (
  spec: WireOperation,
  parts: CallParts,
  send: Send,
) => Promise<CompleteResponse>;

/** What openapi-fetch takes for a call. Its own types know only the operations of the contract. */
type FetchClientRequest = (
  method: string,
  path: string,
  init: {
    params: Pick<CallParts, 'path' | 'query'>;
    body: unknown;
    bodySerializer: (body: unknown) => string;
    fetch: (request: PlainRequest) => Promise<typeof SENT>;
  },
) => Promise<unknown>;

/**
 * What openapi-fetch gets for every response. It would drop an error that is null, read a body that has been read, and
 * parse JSON with rounded integers: so the outcome does not pass through it.
 */
const SENT = { status: 204, ok: true, headers: new Map() };

/** The platform's `Request` refuses relative addresses outside a browser, and its body can be sent only once. */
class PlainRequest {
  readonly url: string;
  readonly body: string | undefined;

  constructor(url: string, { body }: { body?: string }) {
    this.url = url;
    this.body = body;
  }
}

/** For this package's CommonJS build, the default import is the whole module. */
const create =
  'default' in createClient ? (createClient.default as typeof createClient) : createClient;

/** An openapi-fetch client, typed by the contract's `paths`, whose requests are sent as those of the given client. */
export function createFetchClient({
  baseUrl,
  fetch,
}: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
}): FetchClient<paths> {
  return create<paths>({ baseUrl, fetch, bodySerializer: (body) => stringifyJson(body, '') });
}

export function createTypedClient(baseUrl: string): TypedClient {
  const client = create<paths>({
    baseUrl,
    pathSerializer: (url, texts) => url.replace(/\{([^{}]+)\}/g, (_, name) => String(texts[name])),
    querySerializer: (query) => Object.values(query).join('&'),
    Request: PlainRequest as unknown as typeof globalThis.Request,
  });
  const request = client.request as unknown as FetchClientRequest;
  return async (spec, { path, query, body }, send) => {
    let reply: Promise<CompleteResponse> | undefined;
    await request(spec.method, spec.path, {
      params: { path, query },
      body,
      // Set for each call: openapi-fetch does not tell a serializer which operation it serves.
      bodySerializer: (value) => stringifyJson(value, spec.isStructured ? 'body' : ''),
      fetch: async ({ url, body }) => {
        reply = send(url, body);
        return SENT;
      },
    });
    if (!reply) throw new Error('openapi-fetch has sent no request');
    return reply;
  };
}
