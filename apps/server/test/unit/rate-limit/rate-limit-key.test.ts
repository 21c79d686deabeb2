// Rate-limit keys of addresses: which share one, and the bound on those that are counted one by one.
import { decide, NO_COUNTS } from '@animal-store/core/rate-limit';
import { RateLimit } from '@animal-store/engine/internal/access/count-request';
import { canonicalAddress } from '@animal-store/engine/internal/http/addresses';
import { UNRESTRICTED } from '@animal-store/engine/internal/model';
import { AddressKeys } from '@animal-store/engine/internal/rate-limit/rate-limit-key';
import type { Exchange } from '@animal-store/engine/internal/request/exchange';
import { shop } from '../../support/plain-shop.js';
import { START_MS } from '../../support/start-time.js';

const MAX = 100;
const DAY_MS = 86_400_000;

test('when a day has more addresses than are counted separately, then later ones share their network', () => {
  let nowMs = START_MS;
  const addresses = new AddressKeys(() => nowMs, MAX);
  for (let index = 0; index < MAX; index += 1) addresses.keyOf(`192.0.2.${index}`);
  for (const [address, key] of [
    ...[['192.0.2.0'], ['192.0.2.99']].map(([own]) => [own, own]), // they keep their own
    ['203.0.113.7', '203.0.0.0/16'],
    ['203.0.99.1', '203.0.0.0/16'],
    ['2001:db8::1', '2001::/16'],
    ['::1', '0::/16'],
    ['garbage', 'unknown'],
    [undefined, 'unknown'],
  ])
    expect([address, addresses.keyOf(address)]).toEqual([address, key]);
  expect(addresses.keyOf('203.0.113.7', 'key_1')).toBe('203.0.0.0/16');
  const keys = new Set<string>();
  for (let index = 0; index < 20_000; index += 1) {
    const high = (index * 2_654_435_761) >>> 16;
    keys.add(addresses.keyOf(`2001:${high.toString(16)}:${(index & 0xffff).toString(16)}::1`));
    keys.add(addresses.keyOf(`10.${index & 0xff}.${(index >> 8) & 0xff}.1`));
  }
  expect(keys.size).toBe(1 + 256);
  nowMs += DAY_MS;
  expect(addresses.keyOf('203.0.113.7')).toBe('203.0.113.7');
});

test('when several publishable keys are used at one address, then each use counts toward the bound', () => {
  const addresses = new AddressKeys(() => START_MS, 3);
  const keyOf = (address: string, keyId: string) => addresses.keyOf(address, keyId);
  expect(['a', 'b', 'c'].map((id) => keyOf('192.0.2.1', id))).toEqual(Array(3).fill('192.0.2.1'));
  expect(keyOf('192.0.2.1', 'd')).toBe('192.0.0.0/16');
  expect(keyOf('192.0.2.1', 'a')).toBe('192.0.2.1');
});

test('when a publishable key is used at any number of addresses, then other keys still have their own', () => {
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

test('when anonymous clients have used up the addresses of a day, then visitors still have their own', async () => {
  const subjects: string[] = [];
  const limiter = {
    knownRefusal: () => undefined,
    async admit(subject: string) {
      subjects.push(subject);
      return decide(NO_COUNTS, START_MS, { perMinute: 60, perDay: 1000 });
    },
  };
  const rateLimit = new RateLimit(limiter as never, shop.contract, () => START_MS);
  const from = (address: string, known: object) =>
    ({ address, headers: [], closeDirectConnection() {}, ...known }) as unknown as Exchange;
  const secret = { credential: { name: 'secret', isPublishable: false } };
  for (let index = 0; index < 100_000; index += 1)
    rateLimit.classify(from(`2001:db8:${index >> 12}:${index & 0xfff}::1`, secret));
  const caller = { id: 'key_1', plan: 'free', ...UNRESTRICTED, isPublishable: true };
  for (const known of [{}, { caller, credential: { name: 'key', isPublishable: true } }])
    await rateLimit.count(from('203.0.113.7', known));
  expect(subjects).toEqual(['address:203.0.0.0/16', 'address:203.0.113.7 key:key_1']);
});

/** Addresses of one client each: only those of one row share a quota. */
const CLIENTS = [
  // one /64, in any notation
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:3:4:5:6', '2001:DB8:1:2::'],
  ['2001:db8:1:3::1', '2001:0db8:0001:0003::1', '[2001:db8:1:3::1]:443', '[2001:db8:1:3::1]'],
  ['2001:db8::5:0:0:1', '2001:db8:0:0:9::1'],
  ['2001:db9::1'],
  ['2001::2:0:0:0:1', '2001:0:0:2::1'],
  ['2001::2:0:0:1'],
  ['fe80::1%eth0', 'fe80::2'],
  // an IPv4 address, with a port, mapped, or behind NAT64
  [
    ...['203.0.113.7', '203.0.113.7:1111', '203.0.113.7:2222', '::ffff:203.0.113.7'],
    ...['::FFFF:203.0.113.7', '::ffff:cb00:7107', '[::ffff:203.0.113.7]:443'],
    ...['64:ff9b::cb00:7107', '64:ff9b::203.0.113.7'],
  ],
  ['203.0.113.8', '203.0.113.8:1111', '::ffff:203.0.113.8', '64:ff9b::cb00:7108'],
  ['64:ff9b:1::cb00:7107'],
  // no address
  ['garbage-1', 'garbage-2', '203.0.113.7:', '999.0.0.1:80', '[::g]:80'],
];

test('when addresses are those of one client, then they share a quota, and no other has it', () => {
  const addresses = new AddressKeys(() => START_MS, MAX);
  const keys = CLIENTS.map(
    (row) => new Set(row.map((text) => addresses.keyOf(canonicalAddress(text)))),
  );
  expect(keys.map(({ size }) => size)).toEqual(CLIENTS.map(() => 1));
  expect(new Set(keys.flatMap((own) => [...own])).size).toBe(CLIENTS.length);
});
