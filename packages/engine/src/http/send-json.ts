// JSON responses of paths outside the contract.
import type { Response } from 'express';
import { toJsonText } from '../lib/json.js';

export function sendJson({ locals }: Response, status: number, body: unknown): void {
  locals.send(status, toJsonText(body));
}
