// Names of routes for tracing agents, which wrap the layers of Express' routers.
import { Router } from 'express';
import { startServer, type TestServer } from '../support/start-server.js';

type Layer = { handle: (...args: unknown[]) => unknown };

const { use } = Router.prototype;
const entered: unknown[] = [];
let server: TestServer;

beforeAll(async () => {
  Router.prototype.use = function (this: { stack: Layer[] }, ...args: unknown[]) {
    const result = Reflect.apply(use, this, args);
    const layer = this.stack.at(-1);
    const handle = layer?.handle;
    if (layer && handle)
      layer.handle = (...call) => {
        entered.push(args[0]);
        return handle(...call);
      };
    return result;
  };
  server = await startServer();
});
afterAll(async () => {
  Router.prototype.use = use;
  await server.close();
});

test('when an operation is called, then the layer with the path of the contract is entered last', async () => {
  await server.call('/pets/1');
  expect(entered.at(-1)).toBe('/v1/pets/:petId');
});
