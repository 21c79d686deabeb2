import { AddressKeys } from '../../../src/rate-limit/rate-limit-key.js';
import { START_MS } from '../../support/start-server.js';

const MAX = 100;
const DAY_MS = 86_400_000;

describe('when a day has more addresses than are counted separately', () => {
  let nowMs: number;
  let addresses: AddressKeys;
  beforeEach(() => {
    nowMs = START_MS;
    addresses = new AddressKeys(() => nowMs, MAX);
    for (let index = 0; index < MAX; index += 1) addresses.keyOf(`192.0.2.${index}`);
  });

  test('then the first ones keep their own key', () => {
    expect(addresses.keyOf('192.0.2.0')).toBe('192.0.2.0');
    expect(addresses.keyOf('192.0.2.99')).toBe('192.0.2.99');
  });

  test('then later ones share a key with their network', () => {
    expect(addresses.keyOf('203.0.113.7')).toBe('203.0.0.0/16');
    expect(addresses.keyOf('203.0.99.1:80')).toBe('203.0.0.0/16');
    expect(addresses.keyOf('2001:db8::1')).toBe('2001::/16');
    expect(addresses.keyOf('::1')).toBe('0::/16');
    expect(addresses.keyOf('garbage')).toBe('unknown');
    expect(addresses.keyOf(undefined)).toBe('unknown');
  });

  test('then twenty thousand more have one key for each network', () => {
    const keys = new Set<string>();
    for (let index = 0; index < 20_000; index += 1) {
      const high = (index * 2_654_435_761) >>> 16;
      keys.add(addresses.keyOf(`2001:${high.toString(16)}:${(index & 0xffff).toString(16)}::1`));
      keys.add(addresses.keyOf(`10.${index & 0xff}.${(index >> 8) & 0xff}.1`));
    }
    expect(keys.size).toBe(1 + 256);
  });

  test('then a publishable key has no key of its own for a later address', () => {
    expect(addresses.keyOf('203.0.113.7', 'key_1')).toBe('203.0.0.0/16');
  });

  test('then the next UTC day starts empty', () => {
    nowMs += DAY_MS;
    expect(addresses.keyOf('203.0.113.7')).toBe('203.0.113.7');
  });
});

test('when several publishable keys are used at one address, then each use counts toward the bound', () => {
  const addresses = new AddressKeys(() => START_MS, 3);
  const keyOf = (address: string, keyId: string) => addresses.keyOf(address, keyId);
  expect(['a', 'b', 'c'].map((id) => keyOf('192.0.2.1', id))).toEqual(Array(3).fill('192.0.2.1'));
  expect(keyOf('192.0.2.1', 'd')).toBe('192.0.0.0/16');
  expect(keyOf('192.0.2.1', 'a')).toBe('192.0.2.1');
});

test('when a publishable key is used at any number of addresses, then those of other keys are still counted one by one', () => {
  const addresses = new AddressKeys(() => START_MS, MAX);
  const countOf = (keyId: string) => {
    let count = 0;
    for (let index = 0; index < 2 * MAX; index += 1) {
      const address = `192.0.2.${index}`;
      if (addresses.keyOf(address, keyId) === address) count += 1;
    }
    return count;
  };
  expect(['key_1', 'key_2', 'key_3'].map(countOf)).toEqual([50, 25, 13]);
  expect(addresses.keyOf('203.0.113.7', 'key_1')).toBe('203.0.0.0/16');
  expect(addresses.keyOf('203.0.113.7', 'key_4')).toBe('203.0.113.7');
});
