// Requests with bodies of every shape.
import * as bodies from './body-cases.js';
import { echoed, type Row, refused } from './http-case.js';

const PATCH = 'Content-Type: application/merge-patch+json';

export const BODY_REQUESTS = {
  'null, integers, lists as bodies; +json': [
    ...bodies.VALUES.flatMap(([name, texts]) => texts.map((text) => echoed(name, text))),
    ...bodies.NULLABLES.map((text) => echoed('nullable', text)),
    ...bodies.INVALID_VALUES.map((row) => refused(...row)),
    ...bodies.INEXACT_NUMBERS.map((row) => refused('numbers', ...row)),
    ['PUT /growth/note', undefined, 200, { json: { isSent: false } }],
    ['PUT /growth/note', '{"text":"a"}', 200, { json: { isSent: true, note: { text: 'a' } } }],
    ...['', '; charset=utf-8'].map(
      (suffix): Row => [
        'PATCH /growth/accounts/1',
        '{"nickname":null,"managerId":9007199254740993}',
        200,
        {
          text: '{"nickname":null,"managerId":9007199254740993}',
          headers: { 'content-type': 'application/merge-patch+json' },
        },
        PATCH + suffix,
      ],
    ),
    ['PATCH /growth/accounts/1', '{}', 400, { errors: [' min_properties'] }, PATCH],
    [
      'PATCH /growth/accounts/1',
      '{"name":"a"}',
      415,
      { headers: { accept: 'application/merge-patch+json' } },
    ],
    ['PUT /growth/note', '{"text":"a"}', 415, { headers: { accept: 'application/json' } }, PATCH],
  ],
  'oneOf, anyOf, discriminator': [
    ...bodies.ANIMALS.map((text) => echoed('animal', text)),
    ...bodies.INVALID_ANIMALS.map(([, text, errors]) => refused('animal', text, errors)),
    ...bodies.EVENTS.map((text) => echoed('event', text)),
    ...bodies.INVALID_EVENTS.map((row) => refused('event', ...row)),
    ...bodies.CONTACTS.map((text) => echoed('contact', text)),
    ...bodies.INVALID_CONTACTS.map((row) => refused('contact', ...row)),
    ...bodies.PLACES.map((text) => echoed('place', text)),
    ...bodies.STEPS.map((text) => echoed('step', text)),
    ...bodies.UNMATCHED.map(([name, text, error]) => refused(name, text, [error])),
  ],
  'allOf, maps, nesting, defaults, keywords': [
    ...bodies.KEYWORDS.map((row) => refused('keywords', ...row)),
    [
      'PUT /growth/composed',
      '{"name":"a"}',
      200,
      { json: { name: 'a', nickname: 'none', size: 1 } },
    ],
    refused('composed', '{"size":0}', ['/name required', '/size minimum']),
    refused('composed', '{"name":"a","colour":"red"}', ['/colour unknown']),
    echoed('map', '{"a":[9007199254740993],"b":[1,2]}'),
    echoed('map', '{}'),
    refused('map', '{"a":[1],"b":[1],"c":[1],"d":[1]}', [' max_properties']),
    [
      'PUT /growth/settings',
      '{"nested":{"isOn":true},"items":[{}]}',
      200,
      {
        json: {
          ...{ color: 'red', size: 'small', limit: 5, tags: ['a', 'b'] },
          nested: { isOn: true, until: null },
          items: [{ weight: 0.5 }],
        },
      },
    ],
    refused('settings', '{"color":null}', ['/color type']),
  ],
} satisfies Record<string, readonly Row[]>;
