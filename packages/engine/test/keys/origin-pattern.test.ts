// Patterns of origins: which texts are one, and which origins match.
import { isOriginPattern, matchesOrigin } from '../../src/keys/origin-pattern.js';

const PATTERNS = [
  ...['https://shop.example', 'https://shop.example:8443', 'http://localhost:5173'],
  ...['http://127.0.0.1:5173', 'http://[::1]:5173', 'https://*.preview.example'],
  ...['https://*.preview.example:8443', 'https://*.a.b.preview.example', 'http://*.localhost:5173'],
];

test.each(PATTERNS)('when the text is %s, then it is a pattern', (text) => {
  expect(isOriginPattern(text)).toBe(true);
});

/** By what is wrong with them. */
const NO_PATTERNS = {
  'no origin': ['', '*', '*.example', 'null', 'shop.example', 'https://', 'file:///home'],
  'more than an origin': ['/', '/path', '?a', '#a', ' '].map((end) => `https://shop.example${end}`),
  'the default port': ['https://shop.example:443', 'https://*.preview.example:443'],
  'another spelling': ['https://Shop.example', 'HTTPS://shop.example', 'https://bücher.example'],
  'a user': ['https://user@shop.example', 'https://*.user@preview.example', 'https://user@*.a.b'],
  'a wildcard of a top-level domain': ['https://*', 'https://*.com', 'https://*.example:8443'],
  'a wildcard elsewhere': ['https://*.preview.*', 'https://a.*.b.example', '*://shop.example'],
  'a part of a label as the wildcard': ['https://a*.preview.example', 'https://*a.preview.example'],
  'several wildcards': ['https://*.*.example', 'https://**.preview.example'],
  'a wildcard and more': ['https://*.b.example/', 'https://*.Preview.example', 'http://*.0.0.1'],
  'empty labels': ['https://*.', 'https://*..example'],
  'several origins': ['https://*.preview.example,https://*.other.example'],
};

test.each(Object.entries(NO_PATTERNS))(
  'when a text has %s, then it is not a pattern',
  (_, texts) => {
    expect(texts.filter(isOriginPattern)).toEqual([]);
  },
);

/** With what they do not match. */
const OTHERS = {
  'https://shop.example': [
    ...['', 'http://shop.example', 'https://a.shop.example', 'https://evilshop.example'],
    ...['https://shop.example.evil.example', 'https://shop-example', 'https://shop.example:8443'],
    ...['https://shop.example, https://evil.example', 'https://evil.example, https://shop.example'],
  ],
  'http://localhost:5173': ['http://localhost', 'http://localhost:51730', 'http://127.0.0.1:5173'],
};

test.each(Object.entries(OTHERS))(
  'when a pattern is %s, then it matches only itself',
  (pattern, others) => {
    expect(matchesOrigin(pattern, pattern)).toBe(true);
    expect(others.filter((other) => matchesOrigin(pattern, other))).toEqual([]);
  },
);

const PATTERN = 'https://*.preview.example';
const PORT_PATTERN = 'https://*.preview.example:8443';

test('when a pattern has a wildcard, then it matches any one label, with the port of the pattern', () => {
  for (const label of ['a', 'pr-17_b', 'a'.repeat(63)])
    expect(matchesOrigin(PATTERN, `https://${label}.preview.example`)).toBe(true);
  expect(matchesOrigin(PORT_PATTERN, 'https://a.preview.example:8443')).toBe(true);
  for (const end of ['', ':84430'])
    expect(matchesOrigin(PORT_PATTERN, `https://a.preview.example${end}`)).toBe(false);
});

test.each([
  ...['', '.', 'a.b.'].map((label) => `https://${label}preview.example`),
  ...['*', 'a ', '%61', 'é', 'A', 'a'.repeat(64)].map(
    (label) => `https://${label}.preview.example`,
  ),
  ...['evil/', 'evil#', 'evil?', 'evil\\', 'evil.example/', 'a:80'].map(
    (host) => `https://${host}.preview.example`,
  ),
  ...['https://evilpreview.example', 'https://evil.example', 'https://', 'null', ''],
  ...['https://a.preview.example.evil.example', '.preview.example'],
  ...['https://user@a.preview.example', 'https://user:a@b.preview.example'],
  ...['/', '.', ':8443'].map((end) => `https://a.preview.example${end}`),
  ...['http://a.preview.example', 'HTTPS://a.preview.example'],
  'https://*.preview.example, https://a.preview.example',
])('when an origin is "%s", then https://*.preview.example does not match it', (origin) => {
  expect(matchesOrigin(PATTERN, origin)).toBe(false);
});
