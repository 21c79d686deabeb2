// Allowed origins of CORS: how often and for what storage is asked.
import { AllowedOrigins } from '../../src/access/allowed-origins.js';

const SHOP = 'https://shop.example';
const EVIL = 'https://evil.example';

function create(patterns: readonly string[] = []) {
  const clock = { nowMs: 1_000_000 };
  const findOrigins = jest.fn(async (asked: readonly string[]): Promise<ReadonlySet<string>> => {
    return new Set(asked.filter((pattern) => patterns.includes(pattern)));
  });
  const origins = new AllowedOrigins([], { findOrigins }, () => clock.nowMs);
  return { clock, findOrigins, includes: (origin: string) => origins.includes(origin, false) };
}

test('when requests come from one origin, then it is looked up twice a second', async () => {
  const { clock, findOrigins, includes } = create();
  for (const [afterMs, wanted] of [
    [0, 1],
    [499, 1],
    [1, 2],
  ] as const) {
    clock.nowMs += afterMs;
    for (let times = 0; times < 10; times += 1) expect(await includes(EVIL)).toBe(false);
    expect(findOrigins).toHaveBeenCalledTimes(wanted);
  }
});

test('when unknown origins come while a lookup runs, then they share the next one', async () => {
  const { findOrigins, includes } = create(['https://*.example']);
  let end = (_: ReadonlySet<string>) => {};
  const running = new Promise<ReadonlySet<string>>((resolve) => {
    end = resolve;
  });
  findOrigins.mockReturnValueOnce(running);
  const first = includes(EVIL);
  await new Promise((resolve) => setImmediate(resolve));
  const others = Array.from({ length: 50 }, (_, n) => includes(`https://${n}.example`));
  end(new Set());
  expect(await first).toBe(false);
  expect(new Set(await Promise.all(others))).toEqual(new Set([true]));
  expect(findOrigins.mock.calls.map(([asked]) => asked.length)).toEqual([2, 51]);
});

test('when unknown origins flood the cache, then an allowed one stays known while storage fails', async () => {
  const { clock, findOrigins, includes } = create([SHOP]);
  expect(await includes(SHOP)).toBe(true);
  for (let n = 0; n < 1_000; n += 1) await includes(`https://${'a'.repeat(250)}.example:${n}`);
  findOrigins.mockRejectedValue(new Error('disk failure'));
  clock.nowMs += 60_000;
  expect(await Promise.all([SHOP, EVIL].map(includes))).toEqual([true, false]);
});

test('when an origin cannot be one of a key, then nothing is looked up', async () => {
  const { findOrigins, includes } = create();
  for (const origin of ['https://*.preview.example', `https://${'a'.repeat(10_000)}.example`])
    expect(await includes(origin)).toBe(false);
  expect(findOrigins).not.toHaveBeenCalled();
});
