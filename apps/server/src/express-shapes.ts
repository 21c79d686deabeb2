// Owns a matter of speed. Express gives each request and each response another prototype, after which V8 no longer knows
// their shape, and all that follows takes several times as long. Here Node makes them with that prototype from the
// beginning, and Express finds nothing to change. Source: the options of http.createServer in Node's documentation.
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Express would make a table for each; identify-request has a better one. */
const NONE = Object.freeze({});

/** What http.createServer shall make the requests and responses of `app` with. */
export function shapesOf(app: Express): ServerOptions {
  class ShapedRequest extends IncomingMessage {
    // What Express and its parsers will add: an object that has its fields from the beginning keeps one shape.
    res = undefined;
    next = undefined;
    baseUrl = '';
    originalUrl = '';
    _parsedUrl = undefined;
    params = undefined;
    route = undefined;
    body = undefined;
  }
  class ShapedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    locals = NONE;
  }
  app.request = Object.setPrototypeOf(ShapedRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ShapedResponse.prototype, app.response);
  return { IncomingMessage: ShapedRequest, ServerResponse: ShapedResponse };
}
