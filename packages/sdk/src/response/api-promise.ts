// API promise: resolves to the data, or to the whole response through `withResponse`.
import type { ApiPromise, ApiResponse } from '../client/types.js';
import { readHeader } from './headers.js';
import { type RateLimit, readRateLimit } from './rate-limit.js';

/** Headers are parsed on access, because most callers read only the data. A class creates its accessors only once. */
export class ReceivedResponse<Data> implements ApiResponse<Data> {
  readonly data: Data;
  readonly status: number;
  readonly response: Response;

  constructor(data: Data, status: number, response: Response) {
    this.data = data;
    this.status = status;
    this.response = response;
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.response.headers);
  }

  get requestId(): string | undefined {
    return readHeader(this.response.headers, 'x-request-id');
  }
}

export function createApiPromise<Data>(pending: Promise<ApiResponse<Data>>): ApiPromise<Data> {
  const data = pending.then((response) => response.data);
  return Object.assign(data, {
    withResponse: () => {
      data.catch(() => {}); // the caller handles the rejection of `pending` instead
      return pending;
    },
  });
}
