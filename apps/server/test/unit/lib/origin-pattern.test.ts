import { isOriginPattern, matchesOrigin } from '../../../src/lib/origin-pattern.js';

test.each([
  'https://shop.example',
  'https://shop.example:8443',
  'http://localhost:5173',
  'http://127.0.0.1:5173',
  'http://[::1]:5173',
  'https://*.preview.example',
  'https://*.preview.example:8443',
  'https://*.a.b.preview.example',
  'http://*.localhost:5173',
])('when the text is %s, then it is a pattern', (text) => {
  expect(isOriginPattern(text)).toBe(true);
});

test.each([
  '',
  '*',
  '*.example',
  'null',
  'shop.example',
  'https://',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example?a',
  'https://shop.example#a',
  'https://shop.example:443',
  'https://Shop.example',
  'HTTPS://shop.example',
  'https://user@shop.example',
  'https://bücher.example',
  'file:///home',
  'https://shop.example ',
  'https://*',
  'https://*.com',
  'https://*.example:8443',
  'https://*.*.example',
  'https://*.preview.*',
  'https://a*.preview.example',
  'https://*a.preview.example',
  'https://a.*.preview.example',
  'https://**.preview.example',
  'https://*.preview.example/',
  'https://*.preview.example:443',
  'https://*.Preview.example',
  'https://*.user@preview.example',
  'https://user@*.preview.example',
  'http://*.0.0.1',
  'https://*.',
  'https://*..example',
  '*://shop.example',
  'https://*.preview.example,https://*.other.example',
])('when the text is %j, then it is not a pattern', (text) => {
  expect(isOriginPattern(text)).toBe(false);
});

test('when a pattern has no wildcard, then it matches itself alone', () => {
  const pattern = 'https://shop.example';
  expect(matchesOrigin(pattern, pattern)).toBe(true);
  for (const other of [
    'http://shop.example',
    'https://a.shop.example',
    'https://shop.example.a',
    '',
  ])
    expect(matchesOrigin(pattern, other)).toBe(false);
});

describe('when a pattern has a wildcard', () => {
  const PATTERN = 'https://*.preview.example';

  test.each([
    'https://a.preview.example',
    'https://pr-17_b.preview.example',
    `https://${'a'.repeat(63)}.preview.example`,
  ])('then it matches %s', (origin) => {
    expect(matchesOrigin(PATTERN, origin)).toBe(true);
  });

  test.each([
    PATTERN,
    'https://preview.example',
    'https://.preview.example',
    'https://a.b.preview.example',
    'https://evilpreview.example',
    'https://evil.example',
    'https://a.preview.example.evil.example',
    'https://evil.example/.preview.example',
    'https://evil/.preview.example',
    'https://evil#.preview.example',
    'https://evil?.preview.example',
    'https://evil\\.preview.example',
    'https://user@a.preview.example',
    'https://user:a@b.preview.example',
    'https://a:80.preview.example',
    'https://a.preview.example:8443',
    'https://a.preview.example/',
    'https://a.preview.example.',
    'https://A.preview.example',
    'https://a .preview.example',
    'https://%61.preview.example',
    'https://é.preview.example',
    'https://*.preview.example, https://a.preview.example',
    'http://a.preview.example',
    'HTTPS://a.preview.example',
    `https://${'a'.repeat(64)}.preview.example`,
    'https://',
    '.preview.example',
    'null',
    '',
  ])('then it does not match %j', (origin) => {
    expect(matchesOrigin(PATTERN, origin)).toBe(false);
  });

  test('then the port must be that of the pattern', () => {
    const pattern = 'https://*.preview.example:8443';
    expect(matchesOrigin(pattern, 'https://a.preview.example:8443')).toBe(true);
    expect(matchesOrigin(pattern, 'https://a.preview.example')).toBe(false);
    expect(matchesOrigin(pattern, 'https://a.preview.example:84430')).toBe(false);
  });
});
