import { LruCache } from '../../../src/lib/lru-cache.js';

test('what was set or read among the last so many is kept', () => {
  const recent = new LruCache<number>(10);
  recent.set('often', -1);
  for (let number = 0; number < 1000; number += 1) {
    recent.set(`${number}`, number);
    expect(recent.get('often')).toBe(-1);
    for (let back = 0; back < Math.min(5, number); back += 1)
      expect(recent.get(`${number - back}`)).toBe(number - back);
  }
});

test('never more than twice as many are kept', () => {
  const recent = new LruCache<number>(10);
  for (let number = 0; number < 1000; number += 1) recent.set(`${number}`, number);
  const kept = Array.from({ length: 1000 }, (_, number) => recent.get(`${number}`)).filter(
    (value) => value !== undefined,
  );
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThan(20);
});
