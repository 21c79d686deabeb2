// Request log: one line when the reply ends or the client disconnects, without headers, bodies and keys. Requests
// without a valid key, and refused ones with a publishable key, are sampled. The fields are listed in docs/operate/monitoring.md.
import type { ErrorDetail } from '@animal-store/core/validation';
import type { Logger } from 'pino';
import type { KeyFormat } from '../keys/api-key.js';
import { samplerOf } from '../logging/log-sampler.js';
import { createJsonLog } from '../logging/logger.js';
import type { Caller } from '../model.js';
import { addressKeyOf } from '../rate-limit/rate-limit-key.js';
import type { Exchange } from './exchange.js';

const MAX_REFUSED_LINES_PER_MINUTE = 1;
/** For paths that need no key, such as /docs. */
const MAX_SERVED_LINES_PER_MINUTE = 600;
const MAX_TEXT_LENGTH = 512;
/** Of the `details` of a 400. */
const MAX_DETAILS = 5;
/** Printable ASCII without a percent sign. Nearly every URL matches. */
const PLAIN = /^[ -$&-~]*$/;
/**
 * Version, trace id, parent id, flags. Version 00 ends there, a later one may go on after a dash, and ff is not a version.
 * Source: https://www.w3.org/TR/trace-context/#traceparent-header
 */
const TRACEPARENT =
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

type Sanitize = (text: string) => string;

export function logRequests(log: Logger, keyFormat: KeyFormat): (exchange: Exchange) => void {
  const sanitize = createSanitizer(keyFormat);
  const sampler = samplerOf(log);
  const writeJson = createJsonLog(log);
  return (exchange) => {
    const { req, res, caller, error } = exchange;
    const level = exchange.isProbe ? 'debug' : 'info';
    if (exchange.isProbe && !log.isLevelEnabled(level)) return; // otherwise the sampler would count it as suppressed
    const line = () => ({
      requestId: exchange.id,
      method: exchange.method,
      url: sanitize(exchange.url),
      status: exchange.status,
      code: error?.code,
      durationMs: roundedMs(exchange),
      client: sanitize(exchange.address ?? ''), // behind a proxy it comes from a header
      keyId: caller?.id,
      plan: caller?.plan,
      operation: exchange.operation?.id,
      details: error?.details
        ?.slice(0, MAX_DETAILS)
        .map((detail) => withoutMessage(detail, sanitize)),
      parserCode: error?.parserCode,
      traceId: traceIdOf(req.headers.traceparent),
      aborted: res.writableFinished ? undefined : true,
    });
    const limit = maxLinesPerMinute(exchange);
    const isPlain = error === undefined && req.headers.traceparent === undefined;
    if (caller && isPlain && limit === undefined && res.writableFinished)
      writeJson(plainFields(exchange, caller, sanitize), 'request');
    else if (limit === undefined) log.info(line(), 'request');
    else {
      const client = addressKeyOf(exchange.address);
      sampler.write({ client, status: res.statusCode, message: 'request', limit, level }, line);
    }
  };
}

/** The fields of nearly every line, as JSON. Only the URL, the address and the plan may have characters to escape. */
function plainFields(exchange: Exchange, { id, plan }: Caller, sanitize: Sanitize): string {
  const { method, res, operation } = exchange;
  const url = JSON.stringify(sanitize(exchange.url));
  const client = JSON.stringify(sanitize(exchange.address ?? ''));
  const request = `"requestId":"${exchange.id}","method":"${method}","url":${url}`;
  const reply = `"status":${res.statusCode},"durationMs":${roundedMs(exchange)}`;
  const key = `"client":${client},"keyId":"${id}","plan":${JSON.stringify(plan)}`;
  const match = operation ? `,"operation":"${operation.id}"` : '';
  return `${request},${reply},${key}${match}`;
}

function roundedMs(exchange: Exchange): number {
  return Math.round(exchange.durationMs() * 100) / 100;
}

/**
 * The maximum of lines per minute and client for requests like this one; undefined: no maximum, for a request whose key was
 * found, or that made the server fail. A request whose key could not be looked up may have had a valid one.
 */
function maxLinesPerMinute({ caller, requestClass, res }: Exchange): number | undefined {
  const { statusCode } = res;
  const isLimited = caller?.isPublishable && statusCode === 429; // anybody can send these
  if (isLimited) return MAX_REFUSED_LINES_PER_MINUTE;
  if (caller !== undefined || statusCode === 500) return undefined;
  if (requestClass === 'key') return MAX_SERVED_LINES_PER_MINUTE;
  return statusCode >= 400 ? MAX_REFUSED_LINES_PER_MINUTE : MAX_SERVED_LINES_PER_MINUTE;
}

/** The place of an error and its kind. The message may quote what the client sent. */
function withoutMessage({ in: place, path, code }: ErrorDetail, sanitize: Sanitize) {
  return { in: place, path: sanitize(path), code };
}

/** @param header Of the request. Node joins repeated headers, and the result is not valid. */
function traceIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? TRACEPARENT.exec(header)?.[1] : undefined;
}

/**
 * Returns the function that sanitizes a client's text for the log: truncates it, and replaces characters that control a terminal
 * or may be read as the end of a line. API keys are redacted, even if their characters are percent-encoded several times.
 */
function createSanitizer({ redact }: KeyFormat): Sanitize {
  return (text) => {
    if (text.length <= MAX_TEXT_LENGTH && PLAIN.test(text) && redact(text) === text) return text;
    const shown = text.slice(0, MAX_TEXT_LENGTH).replace(/[^ -~]/g, '?');
    let plain = shown;
    for (let before = ''; before !== plain; ) {
      before = plain;
      plain = before.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
    }
    return redact(plain) === plain ? shown : redact(plain).replace(/[^ -~]/g, '?');
  };
}
