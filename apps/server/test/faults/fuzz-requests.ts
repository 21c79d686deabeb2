// Random requests, from valid to invalid HTTP. A seed determines them.

import { MAX_HEADERS_BYTES } from '../../src/http/client-error.js';
import { pageSizes } from '../support/contract-values.js';
import type { Random } from '../support/random.js';
import {
  CONTENT_TYPES,
  HEADERS,
  INVALID_LINES,
  INVALID_METHODS,
  METHODS,
  NAMES,
  OTHER_PATHS,
  PATHS,
  VALUES,
} from '../support/random-values.js';
import { randomWorstCaseBody } from './worst-case-requests.js';

export interface FuzzRequest {
  bytes: Buffer;
  method: string;
  /** Without the base path. Undefined for a path outside of it. */
  target: string | undefined;
  /** `refusable`: may be invalid HTTP. `endless`: the body is incomplete, so there is no response. */
  framing: 'valid' | 'refusable' | 'endless';
  /** Last on its connection: after an upgrade request, Node does not detect errors before a timeout. */
  isLast: boolean;
}

export interface FuzzKeys {
  unlimited: string;
  free: string;
}

const BASE_PATH = '/v1';
const { defaultLimit } = pageSizes;

/** @param nextBody Another body. */
export function randomRequest(random: Random, keys: FuzzKeys, nextBody: () => Buffer): FuzzRequest {
  const { pick, between } = random;
  const oneIn = (count: number) => between(1, count) === 1;
  let framing: FuzzRequest['framing'] = 'valid';

  let method: string = pick(['GET', 'GET', 'GET', 'POST', 'POST', pick(METHODS)]);
  const [path, target] = oneIn(20) ? randomOtherPath() : randomPath();
  let url = path;
  const lines = oneIn(40) ? [`Host: ${'h'.repeat(between(0, 300))}`] : ['Host: localhost'];
  lines.push(...credentials());
  for (let count = pick([0, 0, 1, 2, between(0, 12)]); count > 0; count -= 1) {
    const line = oneIn(10) ? `X-${between(1, 1e9)}: ${between(1, 1e9)}` : pick(HEADERS);
    if (line.startsWith('Host')) framing = 'refusable';
    lines.push(line);
  }
  if (oneIn(8)) lines.push(`Idempotency-Key: idem-${between(1, 400)}`);

  let body: Buffer = Buffer.alloc(0);
  if (method === 'POST' ? !oneIn(20) : oneIn(12)) {
    body = oneIn(50) ? Buffer.from(randomWorstCaseBody(random)) : nextBody();
    const type = oneIn(8) ? pick(CONTENT_TYPES) : 'application/json';
    lines.push(`Content-Type: ${type}`);
    if (oneIn(60)) lines.push('Content-Type: text/plain');
    addFraming();
  }
  if (oneIn(40)) {
    if (framing === 'valid') framing = 'refusable';
    corruptHead();
  }
  const isLast = framing === 'valid' && oneIn(50);
  if (isLast) lines.push('Connection: Upgrade', 'Upgrade: h2c');
  const head = `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  if (head.length > MAX_HEADERS_BYTES - 100 && framing === 'valid') framing = 'refusable';
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]),
    method,
    target,
    framing,
    isLast,
  };

  function randomPath(): [url: string, target: string] {
    const isPlain = method === 'POST' ? !oneIn(4) : oneIn(3);
    if (isPlain) return [`${BASE_PATH}/pets`, '/pets'];
    const path = oneIn(3) ? `/pets/${pick(VALUES)}` : pick(PATHS);
    const target = oneIn(2) ? `${path}?${randomQuery()}` : path;
    return [`${BASE_PATH}${target}`, target];
  }

  function randomOtherPath(): [url: string, target: undefined] {
    return [oneIn(3) ? `/${pick(VALUES)}` : pick(OTHER_PATHS), undefined];
  }

  function randomQuery(): string {
    const pairs = Array.from({ length: pick([1, 1, 2, between(0, 8)]) }, () => {
      if (oneIn(2))
        return pick(['limit=1', `limit=${defaultLimit}`, 'status=sold', 'status=pending']);
      const name = oneIn(4) ? pick(VALUES) : pick(NAMES);
      return oneIn(10) ? name : `${name}=${pick(VALUES)}`;
    });
    return pairs.join('&');
  }

  function credentials(): string[] {
    const unlimited = `Authorization: Bearer ${keys.unlimited}`;
    const kind = between(1, 100);
    if (kind <= 92) return [unlimited];
    if (kind <= 95) return [`Authorization: Bearer ${keys.free}`];
    if (kind <= 96) return [];
    if (kind <= 97) return [unlimited, unlimited];
    const wrong = [
      `Authorization: Bearer ${keys.unlimited.slice(0, -1)}!`,
      `Authorization: Basic ${keys.unlimited}`,
      'Authorization: Bearer as_live_0000000000000000000000000000000Mbkns',
      `Authorization: Bearer ${'x'.repeat(between(0, 4000))}`,
      'Authorization: bearer',
      `Authorization:\tBEARER   ${keys.unlimited} `,
    ] as const;
    return [pick(wrong)];
  }

  /** Adds framing headers, which are usually correct. */
  function addFraming(): void {
    const kind = between(1, 100);
    if (kind <= 75) lines.push(`Content-Length: ${body.length}`);
    else if (kind <= 92) {
      lines.push('Transfer-Encoding: chunked');
      body = chunk(body);
    } else if (kind <= 94) {
      lines.push(`Content-Length: ${body.length + between(1, 1000)}`);
      framing = 'endless';
    } else if (kind <= 96) {
      framing = 'refusable';
      lines.push(pick(['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked']));
      body = Buffer.concat([Buffer.from(pick(['zz\r\n', '-1\r\n', '2\r\n{"a'])), body]);
    } else {
      framing = 'refusable';
      lines.push(
        pick([
          `Content-Length: ${Math.floor(body.length / 2)}`,
          `Content-Length: ${body.length}\r\nContent-Length: ${between(0, 9)}`,
          `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
          'Content-Length: -1',
          'X-No-Length: 1',
        ]),
      );
    }
  }

  function chunk(content: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let start = 0; start < content.length; ) {
      const part = content.subarray(start, start + between(1, Math.max(1, content.length)));
      const extension = oneIn(10) ? ';name=value' : '';
      parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part);
      parts.push(Buffer.from('\r\n'));
      start += part.length;
    }
    return Buffer.concat([
      ...parts,
      Buffer.from(oneIn(20) ? '0\r\nX-Last: 1\r\n\r\n' : '0\r\n\r\n'),
    ]);
  }

  function corruptHead(): void {
    const kind = between(1, 6);
    if (kind === 1) method = pick(INVALID_METHODS);
    else if (kind === 2)
      url = pick(['pets', `${url} x`, `${url}#x`, '*', 'http://', `\x80${url}`, '']);
    else if (kind === 3) lines.push(`X-Large: ${'a'.repeat(17_000)}`);
    else if (kind === 4) lines.splice(0, 1);
    else if (kind === 5) lines.push(pick(INVALID_LINES));
    else url = `http://a.example${url}`; // served, with the path that the URL parser normalizes
  }
}
