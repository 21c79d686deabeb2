// Rate-limit headers of a response.
import { rateLimitHeaders, type Windows } from '@animal-store/contract/rate-limit';
import type { Response } from 'express';
import { setHeaders } from '../http/headers.js';

export function setRateLimitHeaders(res: Response, windows: Windows): void {
  setHeaders(res, rateLimitHeaders(windows));
}

export function hasRateLimitHeaders(res: Response): boolean {
  return res.hasHeader('X-RateLimit-Limit');
}
