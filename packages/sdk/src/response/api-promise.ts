// API promise: resolves to the data, or to the whole response through `withResponse`.
import type { ApiPromise, ApiResponse } from '../types.js';
import { readRateLimit } from './rate-limit.js';

/** Headers are parsed on access, because most callers read only the data. */
export function createApiResponse<Data>(data: Data, response: Response): ApiResponse<Data> {
  return {
    data,
    status: response.status,
    response,
    get rateLimit() {
      return readRateLimit(response.headers);
    },
    get requestId() {
      return response.headers.get('x-request-id') ?? undefined;
    },
  };
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
