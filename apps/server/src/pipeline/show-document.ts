// Owns /openapi.json: the contract itself, for anyone. It is written out once, not for each request.
import type { RequestHandler } from 'express';
import type { Contract } from '../contract.js';
import { jsonBytes, sendBytes } from '../json/send-json.js';

export function showDocument(contract: Contract): RequestHandler {
  const bytes = jsonBytes(contract.document);
  return (_req, res) => sendBytes(res, 200, bytes);
}
