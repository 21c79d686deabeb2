// API client: a method for each operation, which sends a typed request and reads its response.
import { convertInt64s, parseInt64, stringifyInt64 } from '../int64/int64-strings.js';
import { createApiFetch } from '../request/api-fetch.js';
import { toCallHeaders } from '../request/call-headers.js';
import { toCallParts } from '../request/parameters.js';
import { Transport } from '../request/transport.js';
import { createTypedClient, type TypedClient } from '../request/typed-client.js';
import { createApiPromise, ReceivedResponse } from '../response/api-promise.js';
import { createPagedMethod } from '../response/pagination.js';
import { type ResolvedOptions, validateCallOptions } from './options.js';
import type { ApiResponse, IdempotentCallOptions, OperationId } from './types.js';
import type { CallArgument, WireOperation } from './wire-operation.js';

export class Client {
  readonly options: ResolvedOptions;
  readonly transport: Transport;
  readonly #request: TypedClient;
  readonly #specs = new Map<OperationId, WireOperation>();
  readonly fetch: typeof globalThis.fetch;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.transport = new Transport(options);
    this.#request = createTypedClient(options.baseUrl);
    this.fetch = createApiFetch(this.#specs, this.transport, options);
  }

  /** Gives the untyped call its type of the contract, which is not checked at run time. */
  method<Typed>(id: OperationId, spec: WireOperation): Typed {
    this.#specs.set(id, spec);
    return ((params: CallArgument = {}, options = {}) =>
      createApiPromise(this.#call(id, spec, params, options))) as Typed;
  }

  pagedMethod<Typed>(id: OperationId, spec: WireOperation): Typed {
    this.#specs.set(id, spec);
    const listSpec: WireOperation = { ...spec, result: 'list' };
    return createPagedMethod(id, spec, (params, options) =>
      this.#call(id, listSpec, params, options),
    ) as Typed;
  }

  async #call(
    id: OperationId,
    spec: WireOperation,
    params: CallArgument,
    options: IdempotentCallOptions,
  ): Promise<ApiResponse<unknown>> {
    validateCallOptions(options);
    const isString = this.options.int64 === 'string';
    const parts = toCallParts(spec, params, isString);
    const { int64s, isStructured } = spec;
    if (isString)
      parts.body = convertInt64s(parts.body, int64s?.body, isStructured ? 'body' : '', parseInt64);
    const headers = toCallHeaders(spec, parts, options);
    const { body, response, status } = await this.#request(spec, parts, (url, body) =>
      this.transport.send({ id, spec, url, headers, body, options }),
    );
    return new ReceivedResponse(
      isString ? convertInt64s(body, int64s?.[status], '', stringifyInt64) : body,
      status,
      response,
    );
  }
}
