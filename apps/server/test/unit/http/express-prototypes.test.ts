import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { createPrototypes } from '../../../src/http/express-prototypes.js';

test('requests and responses have the prototypes that Express would set', () => {
  const app = express();
  const prototypes = createPrototypes(app);
  const req = new (prototypes.IncomingMessage ?? IncomingMessage)(new Socket());
  const res = new (prototypes.ServerResponse ?? ServerResponse)(req);
  expect(Object.getPrototypeOf(req)).toBe(app.request);
  expect(Object.getPrototypeOf(res)).toBe(app.response);
  expect(req).toBeInstanceOf(IncomingMessage);
  expect(res).toBeInstanceOf(ServerResponse);
  expect(app.request.app).toBe(app);
});
