// Exchange: a request, what is known about it so far, and its reply. It is `res.locals`, set by `begin` of app.ts.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  COMMON_HEADERS,
  isPlainRequestId,
  type PathMatch,
  type Target,
} from '@animal-store/core/http';
import type { ErrorDetail } from '@animal-store/core/validation';
import type { Request, Response } from 'express';
import { addressOf, canonicalAddress } from '../http/addresses.js';
import type { RequestClass } from '../http/event-loop-monitor.js';
import { type HeaderValues, putHeaders } from '../http/headers.js';
import { endReply } from '../http/pending-replies.js';
import { discardUnreadBody } from '../http/request-body.js';
import { sendBuffer } from '../http/send-buffer.js';
import type { KeyFormat } from '../keys/api-key.js';
import type { Caller } from '../model.js';
import type { ServedOperation } from './served-operation.js';

const COMMON = Object.entries(COMMON_HEADERS).flat();
const NO_TARGET: Target = { path: '', query: '' };

/** A well-formed key that has not been looked up yet. */
export interface Credential {
  secretHash: Buffer;
  /** The hash as text, for use as a map key. */
  name: string;
  isPublishable: boolean;
}

/** What the log says about an error response. */
interface LoggedError {
  code: string;
  details?: readonly ErrorDetail[] | undefined;
  /** The error code of Node's HTTP parser, if the parser rejected the request. */
  parserCode?: string | undefined;
}

/** All fields exist from the start: an object that gains its fields one by one is slow to read. */
export class Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly startMs = performance.now();
  /** As the client sent them. */
  readonly method: string;
  readonly url: string;
  /** The client's, in one spelling. Behind a trusted proxy it may be any text. Undefined if the socket was closed. */
  readonly address: string | undefined;
  /** The client's own if it is safe to log, otherwise a new UUID. */
  readonly id: string;
  /** The headers of the reply so far: names and values in turns. */
  readonly headers: string[];
  /** Whether there was an Authorization header at all. */
  hasAuthorization = false;
  credential: Credential | undefined = undefined;
  requestClass: RequestClass = 'anonymous';
  isShed = false;
  /** The owner of the key; undefined for an anonymous client. */
  caller: Caller | undefined = undefined;
  /** Below the base path. Cut before a route is looked up. */
  target: Target = NO_TARGET;
  /** Undefined if the contract has no such path. */
  match: PathMatch<ServedOperation> | undefined = undefined;
  /** Undefined if the contract has no operation for this method and path. */
  operation: ServedOperation | undefined = undefined;
  hasQuotaHeaders = false;
  /** Whether a probe was answered. Its log line is a debug line. */
  isProbe = false;
  /** The error that was sent. */
  error: LoggedError | undefined = undefined;

  constructor(req: Request, res: Response, keyFormat: KeyFormat) {
    const sent = req.headers['x-request-id'];
    this.req = req;
    this.res = res;
    this.method = req.method;
    this.url = req.originalUrl;
    // Express' `req.ip`, without its cost where no proxy has reported an address.
    const forwarded = req.headers['x-forwarded-for'] === undefined ? undefined : req.ip;
    this.address = forwarded === undefined ? addressOf(req.socket) : canonicalAddress(forwarded);
    this.id = typeof sent === 'string' && isSafe(sent, keyFormat) ? sent : randomUUID();
    this.headers = ['X-Request-Id', this.id, ...COMMON];
  }

  /** Undefined if the client disconnected before the reply began. */
  get status(): number | undefined {
    return this.res.headersSent ? this.res.statusCode : undefined;
  }

  durationMs(): number {
    return performance.now() - this.startMs;
  }

  /**
   * Writes the head as one flat array. The head and a text leave in one write; a Buffer would be a second one.
   * @param headers Of this reply alone. They replace those of the same name.
   */
  send(
    status: number,
    text?: string,
    mediaType = 'application/json',
    headers?: HeaderValues,
  ): void {
    const { res } = this;
    const head = this.headers.slice();
    putHeaders(head, headers);
    if (text !== undefined)
      head.push('Content-Type', mediaType, 'Content-Length', String(Buffer.byteLength(text)));
    else if (status !== 204 && status !== 304) head.push('Content-Length', '0');
    discardUnreadBody(res);
    res.writeHead(status, STATUS_CODES[status] ?? '', head);
    endReply(res, text);
  }

  /** Sends bytes that may be many, and that replies with the same content share. */
  sendBytes(bytes: Buffer, mediaType: string, headers?: HeaderValues): void {
    const { res } = this;
    const head = this.headers.slice();
    putHeaders(head, headers);
    head.push('Content-Type', mediaType, 'Content-Length', String(bytes.length));
    discardUnreadBody(res);
    res.writeHead(200, head);
    sendBuffer(res, bytes);
  }

  /** The connection ends with the reply if it is the client's own. A proxy's also carries requests of other clients. */
  closeDirectConnection(): void {
    if (this.address === addressOf(this.req.socket)) this.res.shouldKeepAlive = false;
  }
}

/** Whether the id can be logged: short, of plain characters, and not an API key sent in the wrong header. */
function isSafe(id: string, keyFormat: KeyFormat): boolean {
  return isPlainRequestId(id) && keyFormat.redact(id) === id;
}

declare global {
  namespace Express {
    interface Locals extends Exchange {}
  }
}
