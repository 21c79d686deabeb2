// Formats of texts in requests: what their standards allow, and where the service says otherwise (docs/decisions).
import * as validation from '@animal-store/core/validation';
import { FORMATS } from '@animal-store/core/validation';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readContract } from '../../src/model/index.js';
import { compileBodies, toRequestDocument } from '../../src/outputs/requests/index.js';

/** The texts that are valid, and those that are not. */
const TEXTS: Record<string, [valid: string[], invalid: string[]]> = {
  'date-time': [
    ['2026-11-28T17:25:05Z', '2026-11-28t17:25:05.5+01:00'],
    ['2026-11-28 17:25:05Z', '2026-11-28T17:25:05', '2026-02-30T00:00:00Z', '2016-12-31T23:59:60Z'],
  ],
  duration: [
    ['P1Y', 'P1Y2M3DT4H5M6S', 'P1M2D', 'PT1H2M', 'PT1M2S', 'P2W', 'P0D'],
    ['P', 'PT', 'P1YT', 'P1Y2D', 'PT1H2S', 'P1Y2DT1H', 'P1Y2W', 'PT0.5S', '-P1D', 'P1D\n'],
  ],
  email: [
    ['ann.lee+pets@example.com'],
    ['ann', 'ann@localhost', 'ann@example.com.', 'a..b@a.example'],
  ],
  hostname: [
    ['example.com', 'example.com.', 'localhost', 'xn--bcher-kva.example'],
    ['', '.', '.example.com', 'example..com', '-a.example', 'a_b.example', 'bücher.example'],
  ],
  ipv4: [['192.0.2.1'], ['192.0.2.01', '192.0.2', '192.0.2.256']],
  ipv6: [
    ['::1', '2001:db8::7', '::ffff:192.0.2.1'],
    ['1::2::3', '::ffff:192.0.2.01', '[::1]'],
  ],
  'json-pointer': [
    ['', '/a~1b/0'],
    ['a', '/a~2'],
  ],
  uri: [
    [
      'http://example.com',
      'http://example.com.:8080/a?b=c#d',
      'http://ann:secret@example.com:/a',
      'ldap://[2001:db8::7]/c=GB?objectClass?one',
      'http://[v1.fe80::a]/',
      'file:///a/b',
      'mailto:ann@example.com',
      'urn:oasis:names:tc',
      'http://example.com/a:b@c',
    ],
    [
      '/a',
      '//example.com/a',
      'http://example.com:abc/path',
      'http://example.com:80:80/',
      'http://a@b@example.com/',
      'http://[::ffff:192.0.2.01]/',
      'http://[::1/',
      'http:/[::1]',
      'http://example.com/a"b',
      'http://example.com/a b',
      'http://example.com/%6G',
    ],
  ],
  'uri-reference': [
    ['', '/a', 'a/b:c', './1:b', '?a=/b:c', '#a', '//example.com:80/a', 'http://example.com.'],
    [
      '1:b',
      '//example.com:abc/a',
      '//a@b@example.com/',
      '/a"b',
      '/[::1]',
      '//[::ffff:192.0.2.01]/a',
    ],
  ],
  uuid: [
    ['123e4567-e89b-12d3-a456-426614174000'],
    ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', '123e4567e89b12d3a456426614174000'],
  ],
};

test.each(Object.entries(TEXTS))(
  'when a text has the format %s, then it is what the standard says',
  (format, [valid, invalid]) => {
    const isValid = new Ajv2020({ formats: FORMATS }).compile({ type: 'string', format });
    expect(valid.filter((text) => !isValid(text))).toEqual([]);
    expect(invalid.filter((text) => isValid(text))).toEqual([]);
  },
);

test('when a validator is compiled ahead of time, then its formats are those of the server', () => {
  const exported: Record<string, unknown> = { ...validation };
  const { password: _, ...checked } = FORMATS; // any text
  for (const [format, check] of Object.entries(checked)) {
    const type = typeof check === 'object' && 'type' in check ? check.type : 'string';
    const schema = { type: type ?? 'string', format };
    const text = compileBodies(new Map([['Thing', schema]]), toRequestDocument(readContract({})));
    const [name = ''] = /\b\w+Format\b/.exec(text) ?? [];
    const compiled = text.includes(`= ${check};`) ? check : exported[name];
    expect([format, compiled]).toEqual([format, check]);
  }
});
