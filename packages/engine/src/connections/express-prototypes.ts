// Express prototypes: request and response classes for Node's server that already have the prototypes of Express.
//
// Express replaces the prototype of each request and each response. After that V8 can no longer use their hidden class,
// and every later access is several times as slow. Here Node creates the objects with the right prototype, and Express
// has nothing to replace. Source: the options of http.createServer in Node's documentation.
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Keeps Express from allocating `locals` for each response: the first layer sets its own object. */
const NO_LOCALS = Object.freeze({});

/** The options with which http.createServer creates the requests and responses of `app`. */
export function createPrototypes(app: Express): ServerOptions {
  class ExpressRequest extends IncomingMessage {
    // The fields that Express and its parsers add later. Declared here, they do not change the object's hidden class.
    res = undefined;
    next = undefined;
    baseUrl = '';
    originalUrl = '';
    _parsedUrl = undefined;
    params = undefined;
    route = undefined;
    body = undefined;
  }
  class ExpressResponse<Message extends IncomingMessage> extends ServerResponse<Message> {
    locals = NO_LOCALS;
  }
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
