// One attempt of a call: its time limit, and the signal that ends it.
import { TimeoutError } from '../../src/index.js';
import { systemClock } from '../../src/platform/clock.js';
import { connect, connectWith } from '../support/connect.js';
import { json, rateLimited, stall, unavailable } from '../support/scripted-server.js';

test('when an attempt exceeds timeoutMs, then it is retried with the whole limit, which the error names', async () => {
  const { store, server } = await connect(stall);
  const call = store.listPets({}, { timeoutMs: 500, maxRetries: 1 });
  await expect(call).rejects.toThrow(TimeoutError);
  await expect(call).rejects.toThrow(/exceeded 500 ms/);
  expect(server.received).toHaveLength(2);
});

describe('when the signal is aborted', () => {
  test('during an attempt, then the call rejects with an AbortError and is not retried', async () => {
    const controller = new AbortController();
    const { store, server } = await connect(() => controller.abort());
    const call = store.listPets({}, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['during a wait for the quota', rateLimited({ 'Retry-After': '30' }), 20],
    ['while the response is handled that it waits after', unavailable({ 'Retry-After': '30' }), 0],
  ])('%s, then the wait ends', async (_, respond, delayMs) => {
    const controller = new AbortController();
    const abort = () => controller.abort(new Error('enough'));
    const onResponse = () => (delayMs > 0 ? void setTimeout(abort, delayMs) : abort());
    const { store, server } = await connectWith({ clock: systemClock, onResponse }, respond);
    const call = store.listPets({}, { signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(server.received).toHaveLength(1);
  });

  test('before the call, then nothing is sent', async () => {
    const { store, server } = await connect(json(200, []));
    const call = store.listPets({}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.received).toHaveLength(0);
  });

  test.each([0, 1, 2, 3, 5])(
    '%i microtasks after the call, then the call rejects with an AbortError',
    async (ticks) => {
      const { store } = await connect(stall);
      const controller = new AbortController();
      const { signal } = controller;
      const call = store.listPets({}, { signal, maxRetries: 0, timeoutMs: 1000 });
      for (let tick = 0; tick < ticks; tick += 1) await null;
      controller.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    },
  );
});
