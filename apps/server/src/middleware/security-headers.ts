// Security headers: replies must not be cached, and browsers must not guess another media type than the declared one.
import type { RequestHandler } from 'express';

export function securityHeaders(): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  };
}
