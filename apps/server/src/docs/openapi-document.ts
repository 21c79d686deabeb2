// /openapi.json: the contract itself, without authentication. It is serialized once, not for each request.
import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract.js';
import { sendBuffer } from '../http/send-buffer.js';
import { jsonBytes } from '../http/send-json.js';

export function serveDocument(contract: Contract): RequestHandler {
  const bytes = jsonBytes(contract.document);
  return (_req, res) => {
    res.setHeader('Content-Type', 'application/json');
    sendBuffer(res, bytes);
  };
}
