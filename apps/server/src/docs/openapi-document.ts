// /openapi.json: the contract itself, without authentication. It is serialized once, not for each request.
import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract.js';
import { sendBuffer } from '../http/send-buffer.js';
import { toJsonText } from '../lib/json.js';

export function serveDocument(contract: Contract): RequestHandler {
  const bytes = Buffer.from(toJsonText(contract.document));
  return (_req, res) => {
    res.setHeader('Content-Type', 'application/json');
    sendBuffer(res, bytes);
  };
}
