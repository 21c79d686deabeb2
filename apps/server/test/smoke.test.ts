import { startServer, type TestServer } from './support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

test('an animal that was added is listed', async () => {
  const created = await server.call('/pets', {
    method: 'POST',
    json: { name: 'Hambone', categoryId: 1 },
  });
  expect(created.status).toBe(201);
  const listed = await server.call('/pets');
  expect(listed.json).toEqual([{ id: 1, name: 'Hambone', categoryId: 1 }]);
});
