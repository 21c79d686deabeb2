// Layers of Express routers, which tracing agents such as OpenTelemetry's wrap to learn the route of a request.
import { Router } from 'express';
import { startServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
let entered: unknown[];
const { use } = Router.prototype;

beforeEach(async () => {
  entered = [];
  Router.prototype.use = function (this: Router, ...args: unknown[]) {
    const result = use.apply(this, args);
    const layer = this.stack.at(-1);
    if (typeof args[0] === 'string' && args[0] !== '/' && layer !== undefined) {
      const { handle } = layer;
      layer.handle = (...request) => {
        entered.push(args[0]);
        return handle(...request);
      };
    }
    return result;
  };
  server = await startServer();
});
afterEach(async () => {
  Router.prototype.use = use;
  await server.close();
});

test.each([
  ['/pets', 200, ['/v1', '/pets']],
  ['/pets?limit=0', 400, ['/v1', '/pets']],
  ['/pets/1', 404, ['/v1', '/pets/:petId']],
  ['/pets/%zz', 400, ['/v1', '/pets/:petId']],
  ['/store/orders', 200, ['/v1', '/store/orders']],
  ['/nope', 404, ['/v1']],
])(
  'when %s is requested, then the layers that it enters name its route',
  async (path, status, wanted) => {
    expect((await server.call(path)).status).toBe(status);
    expect(entered).toEqual(wanted);
  },
);
