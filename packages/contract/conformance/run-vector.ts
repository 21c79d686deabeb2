// Runner of conformance vectors.
import type { Vector, VectorRequest, WantedReply } from './vector.js';

/** An implementation of the contract, with the stored items and the quota of a vector. */
export interface Subject {
  /** URL with the base path. */
  baseUrl: string;
  keys: Readonly<Record<'live' | 'invalid' | 'other' | 'publishable', string>>;
  fetch(url: string, init: RequestInit): Promise<Response>;
  advance(seconds: number): void | Promise<void>;
}

/** A reply, with its whole body. */
export interface VectorReply {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends the requests of a vector. @returns a line for each reply that is not the wanted one. */
export async function runVector(
  { exchanges }: Vector,
  subject: Subject,
  onReply: (reply: VectorReply, sent: { method: string; path: string }) => void = () => {},
): Promise<string[]> {
  const differences: string[] = [];
  let next: string | undefined;
  for (const [index, exchange] of exchanges.entries()) {
    const { afterSeconds = 0, request, times = 1, reply: wanted } = exchange;
    await subject.advance(afterSeconds);
    for (let count = 0; count < times; count += 1) {
      const method = request.method ?? 'GET';
      const url = urlOf(request, subject.baseUrl, next);
      const reply = await send(request, method, url, subject);
      onReply(reply, { method, path: url.slice(subject.baseUrl.length) });
      const place = `${method} ${request.path ?? next} (request ${index + 1}, time ${count + 1})`;
      for (const difference of compare(reply, wanted)) differences.push(`${place}: ${difference}`);
      next = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1] ?? next;
    }
  }
  return differences;
}

async function send(
  { key = 'live', headers, json, body }: VectorRequest,
  method: string,
  url: string,
  { keys, fetch }: Subject,
): Promise<VectorReply> {
  const withKey = (text: string) => text.replaceAll('{key}', keys.live);
  const sent = Object.entries(headers ?? {}).map(([name, value]) => [name, withKey(value)]);
  const response = await fetch(withKey(url), {
    method,
    headers: {
      ...(key !== 'none' && { Authorization: `Bearer ${keys[key]}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(sent),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function urlOf({ path, nextOf }: VectorRequest, baseUrl: string, next = ''): string {
  if (path !== undefined) return `${baseUrl}${path}`;
  if (nextOf === undefined) return new URL(next, baseUrl).href;
  const cursor = new URL(next, baseUrl).searchParams.get('cursor');
  return `${baseUrl}${nextOf.path}?${nextOf.query ?? ''}cursor=${cursor}`;
}

function* compare({ status, headers, text }: VectorReply, wanted: WantedReply): Generator<string> {
  if (status !== wanted.status) yield `status ${status} instead of ${wanted.status}: ${text}`;
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const sent = headers.get(name);
    const isWanted = value instanceof RegExp ? value.test(sent ?? '') : sent === value;
    if (!isWanted) yield `${name} is ${sent} instead of ${value}`;
  }
  if (wanted.text !== undefined && text !== wanted.text) yield `${text} instead of ${wanted.text}`;
  const error = readError(text);
  if (wanted.code !== undefined && error.code !== wanted.code)
    yield `code ${error.code} instead of ${wanted.code}`;
  const found = error.details.map((detail, index) => {
    const place = `${detail.in} ${detail.path} ${detail.code}`;
    return wanted.details?.[index] === place ? place : `${place} ${detail.message}`;
  });
  if (wanted.details && found.join('; ') !== wanted.details.join('; '))
    yield `details [${found.join('; ')}] instead of [${wanted.details.join('; ')}]`;
}

interface ErrorBody {
  code?: string;
  details: readonly { in: string; path: string; code: string; message: string }[];
}

function readError(text: string): ErrorBody {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return { details: [], ...(typeof body === 'object' && body) };
}
