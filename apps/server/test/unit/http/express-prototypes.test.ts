// Requests and responses with the prototypes of Express.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { createPrototypes } from '../../../src/http/express-prototypes.js';

test('when requests and responses are created, then Express has no prototype to replace', () => {
  const app = express();
  const prototypes = createPrototypes(app);
  const req = new (prototypes.IncomingMessage ?? IncomingMessage)(new Socket());
  const res = new (prototypes.ServerResponse ?? ServerResponse)(req);
  expect(Object.getPrototypeOf(req)).toBe(app.request);
  expect(Object.getPrototypeOf(res)).toBe(app.response);
  expect([req instanceof IncomingMessage, res instanceof ServerResponse]).toEqual([true, true]);
  expect(app.request.app).toBe(app);
});
