// Rate-limit headers of a response.
import { rateLimitHeaders, type Windows } from '@animal-store/contract/rate-limit';
import type { Exchange } from '../http/exchange.js';

/** Once for each response. */
export function addRateLimitHeaders(exchange: Exchange, windows: Windows): void {
  exchange.hasQuotaHeaders = true;
  const headers = rateLimitHeaders(windows);
  for (const name in headers) exchange.headers.push(name, String(headers[name]));
}
