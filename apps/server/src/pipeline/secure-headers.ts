// Owns the headers that keep replies from being cached by others or taken for something else than JSON.
import type { RequestHandler } from 'express';

export function secureHeaders(): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  };
}
