import { systemClock } from '../../src/clock.js';
import { TimeoutError } from '../../src/index.js';
import { connect, connectWith } from '../support/connect.js';
import { json, rateLimited, stall, unavailable } from '../support/scripted-server.js';

describe('when an attempt exceeds timeoutMs', () => {
  test('then it is retried, each with the whole time limit, which the error names', async () => {
    const { store, server } = await connect(stall);
    const call = store.listPets({}, { timeoutMs: 100, maxRetries: 1 });
    await expect(call).rejects.toThrow(TimeoutError);
    await expect(call).rejects.toThrow(/exceeded 100 ms/);
    expect(server.received).toHaveLength(2);
  });
});

describe('when the signal is aborted', () => {
  test('during an attempt, then the call rejects with an AbortError and is not retried', async () => {
    const controller = new AbortController();
    const { store, server } = await connect(() => controller.abort());
    const call = store.listPets({}, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.received).toHaveLength(1);
  });

  test('during a wait for the quota, then the wait ends', async () => {
    const controller = new AbortController();
    const abortSoon = () => setTimeout(() => controller.abort(new Error('enough')), 100);
    const { store, server } = await connectWith(
      { clock: systemClock, onResponse: abortSoon },
      rateLimited({ 'Retry-After': '30' }),
    );
    const call = store.listPets({}, { signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(server.received).toHaveLength(1);
  });

  test('while a response is handled, then the wait that follows ends', async () => {
    const controller = new AbortController();
    const { store } = await connectWith(
      { clock: systemClock, onResponse: () => controller.abort() },
      unavailable({ 'Retry-After': '30' }),
    );
    await expect(store.listPets({}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  test('before the call, then nothing is sent', async () => {
    const { store, server } = await connect(json(200, []));
    await expect(store.listPets({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(server.received).toHaveLength(0);
  });

  test.each([0, 1, 2, 3, 5])(
    '%i microtasks after the call, then the call rejects with an AbortError',
    async (ticks) => {
      const { store } = await connect(stall);
      const controller = new AbortController();
      const call = store.listPets(
        {},
        { signal: controller.signal, maxRetries: 0, timeoutMs: 1000 },
      );
      for (let tick = 0; tick < ticks; tick += 1) await null;
      controller.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    },
  );
});
