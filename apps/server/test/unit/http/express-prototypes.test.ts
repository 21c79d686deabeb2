import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { createPrototypes } from '../../../src/http/express-prototypes.js';

test('requests and responses are made with the prototypes that Express would give them, so that it changes nothing', () => {
  const app = express();
  const shapes = createPrototypes(app);
  const req = new (shapes.IncomingMessage ?? IncomingMessage)(new Socket());
  const res = new (shapes.ServerResponse ?? ServerResponse)(req);
  expect(Object.getPrototypeOf(req)).toBe(app.request);
  expect(Object.getPrototypeOf(res)).toBe(app.response);
  expect(req).toBeInstanceOf(IncomingMessage);
  expect(res).toBeInstanceOf(ServerResponse);
  expect(app.request.app).toBe(app);
});
