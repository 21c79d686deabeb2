// LRU cache: which entries are kept, and how many.
import { LruCache } from '../../src/lib/lru-cache.js';

test('recently set or read entries are kept', () => {
  const cache = new LruCache<number>(10);
  cache.set('often', -1);
  for (let number = 0; number < 1000; number += 1) {
    cache.set(`${number}`, number);
    expect(cache.get('often')).toBe(-1);
    for (let back = 0; back < Math.min(5, number); back += 1)
      expect(cache.get(`${number - back}`)).toBe(number - back);
  }
});

test('at most twice the capacity is kept', () => {
  const cache = new LruCache<number>(10);
  for (let number = 0; number < 1000; number += 1) cache.set(`${number}`, number);
  const kept = Array.from({ length: 1000 }, (_, number) => cache.get(`${number}`)).filter(
    (value) => value !== undefined,
  );
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThan(20);
});
