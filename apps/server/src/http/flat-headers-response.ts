// Response whose headers are a flat array until they are written. Node keeps them in an object of arrays: with a dozen headers
// that takes a quarter of the time of a small response.
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import { discardUnreadBody } from './request-body.js';

type HeadersToWrite = OutgoingHttpHeaders | OutgoingHttpHeader[];
type Value = number | string | readonly string[];

/** Names that are known to be valid: a service has few. */
const validNames = new Set<string>();
const MAX_VALID_NAMES = 1_000;

/** A new class, since Express extends its prototype. Its methods on headers have the results of those of ServerResponse. */
export function createFlatHeadersResponse(): typeof ServerResponse {
  return class FlatHeadersResponse<
    Request extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Request> {
    /** Names and values in turns. */
    readonly #headers: OutgoingHttpHeader[] = [];

    override setHeader(name: string, value: Value): this {
      if (this.headersSent) return super.setHeader(name, value); // throws Node's error
      const index = this.#indexOf(name);
      assertValid(name, value); // at once, where the error can still be answered
      this.#headers[index] = name;
      this.#headers[index + 1] = typeof value === 'object' ? [...value] : value;
      return this;
    }

    override appendHeader(name: string, value: string | readonly string[]): this {
      const before = this.getHeader(name);
      return this.setHeader(
        name,
        before === undefined ? value : [before, value].flat().map(String),
      );
    }

    override getHeader(name: string): OutgoingHttpHeader | undefined {
      return this.#headers[this.#indexOf(name) + 1];
    }

    override hasHeader(name: string): boolean {
      return this.#indexOf(name) < this.#headers.length;
    }

    override removeHeader(name: string): void {
      super.removeHeader(name); // if it is one that Node would add, it no longer does
      if (this.hasHeader(name)) this.#headers.splice(this.#indexOf(name), 2);
    }

    override getHeaders(): OutgoingHttpHeaders {
      const headers: OutgoingHttpHeaders = Object.create(null);
      for (const name of this.getHeaderNames()) headers[name] = this.getHeader(name);
      return headers;
    }

    override getHeaderNames(): string[] {
      return this.getRawHeaderNames().map((name) => name.toLowerCase());
    }

    getRawHeaderNames(): string[] {
      return this.#headers.filter((_, index) => index % 2 === 0).map(String);
    }

    override writeHead(
      status: number,
      reason?: string | HeadersToWrite,
      headers: HeadersToWrite | undefined = typeof reason === 'object' ? reason : undefined,
    ): this {
      if (this.headersSent) return super.writeHead(status); // throws Node's error
      if (Array.isArray(headers)) this.#replace(headers);
      else for (const name in headers) this.#setIfDefined(name, headers[name]);
      discardUnreadBody(this);
      return typeof reason === 'string'
        ? super.writeHead(status, reason, this.#headers)
        : super.writeHead(status, this.#headers);
    }

    #setIfDefined(name: string, value: OutgoingHttpHeader | undefined): void {
      if (value !== undefined) this.setHeader(name, value);
    }

    /** @param headers Names and values in turns. A name may come several times. */
    #replace(headers: readonly OutgoingHttpHeader[]): void {
      const names = headers.filter((_, index) => index % 2 === 0).map(String);
      for (const name of names) this.removeHeader(name);
      for (const [index, name] of names.entries()) {
        const value = headers[2 * index + 1];
        if (value !== undefined)
          this.appendHeader(name, typeof value === 'number' ? String(value) : value);
      }
    }

    /** Of the header's name; the length of the array if it is not set. */
    #indexOf(name: string): number {
      const headers = this.#headers;
      for (let index = 0; index < headers.length; index += 2) {
        const other = headers[index];
        if (other === name) return index;
        if (typeof other !== 'string' || other.length !== name.length) continue;
        if (other.toLowerCase() === name.toLowerCase()) return index;
      }
      return headers.length;
    }
  };
}

/** @throws Node's error if the name or the value cannot be sent. */
function assertValid(name: string, value: Value | undefined): void {
  if (!validNames.has(name)) {
    validateHeaderName(name);
    if (validNames.size < MAX_VALID_NAMES) validNames.add(name);
  }
  if (typeof value === 'string') validateHeaderValue(name, value);
  else if (Array.isArray(value)) for (const one of value) validateHeaderValue(name, one);
  else if (value === undefined) Reflect.apply(validateHeaderValue, undefined, [name, value]); // throws
}
