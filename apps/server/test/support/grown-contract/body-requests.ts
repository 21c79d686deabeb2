// Requests with bodies of every shape: those that are answered unchanged, and those that are a 400, with its errors as
// `pointer code message`.
import { echoed, type Row, refused } from './http-case.js';

type Texts = readonly string[];
type Invalid = readonly [operation: string, text: string, errors: Texts];
type InvalidText = readonly [text: string, errors: Texts];

const NOT_INT64 = 'format must be a 64-bit integer in decimal digits';
const NOT_SAFE = 'format must be an integer from -(2^53 - 1) to 2^53 - 1';
const OUTSIDE_INT64 = ['9223372036854775808', '-9223372036854775809', '1e20'];

/** Bodies that are no objects. */
const VALUES: readonly (readonly [operation: string, texts: Texts])[] = [
  ['nothing', ['null', '{"name":"a"}']],
  ['id', ['0', '9007199254740993', '-9223372036854775808', '9223372036854775807']],
  ['ratio', ['0', '-0.5', '1e+300']],
  ['text', ['""', '"a\\u0000"', '"äöü😀!"']],
  ['flag', ['true', 'false']],
  ['ids', ['[1]', '[9007199254740993,9007199254740992,-1]']],
  ['matrix', ['[]', '[[]]', '[[9223372036854775807,null],[1]]']],
];

const INVALID_VALUES: readonly Invalid[] = [
  ['nothing', '[]', [' type must be of type object,null']],
  ['nothing', '{}', ['/name required is required']],
  ['id', '"1"', [' type must be of type integer']],
  ['id', '1.5', [' type must be of type integer']],
  ['id', 'null', [' type must be of type integer']],
  ...OUTSIDE_INT64.map((text): Invalid => ['id', text, [` ${NOT_INT64}`]]),
  ['ratio', '"1"', [' type must be of type number']],
  ['ratio', '1e400', [' format must be a number up to 1.79e308']],
  ['text', '"abcdef"', [' max_length must have at most 5 characters']],
  ['text', 'null', [' type must be of type string']],
  ['flag', '"true"', [' type must be of type boolean']],
  ['flag', '0', [' type must be of type boolean']],
  ['ids', '[]', [' min_items must have at least 1 item']],
  ['ids', '[1,2,3,4]', [' max_items must have at most 3 items']],
  ['ids', '[1,"2",9223372036854775808]', ['/1 type must be of type integer', `/2 ${NOT_INT64}`]],
  ['ids', '{"0":1}', [' type must be of type array']],
  ['matrix', '[[1],2]', ['/1 type must be of type array']],
];

/** Bodies of echoNumbers. */
const INEXACT_NUMBERS: readonly InvalidText[] = [
  ['{"count":9007199254740993}', [`/count ${NOT_SAFE}`]],
  ['{"count":9223372036854775808}', [`/count ${NOT_SAFE}`]],
  ['{"count":1e300}', [`/count ${NOT_SAFE}`]],
  ['{"counts":{"a":-9007199254740992}}', [`/counts/a ${NOT_SAFE}`]],
  ['{"size":2147483648}', ['/size format must have the format int32']],
  ['{"size":1.5}', ['/size type must be of type integer']],
  ['{"weight":1e39}', ['/weight format must have the format float']],
  ['{"ratio":1e400}', ['/ratio format must be a number up to 1.79e308']],
  ['{"ratios":[-1e400]}', ['/ratios/0 format must be a number up to 1.79e308']],
  ['{"anything":{"x":9223372036854775808}}', [`/anything/x ${NOT_INT64}`]],
];

const NULLABLES: Texts = [
  '{"note":null,"count":null,"parent":null,"tags":null,"level":null,"owner":null}',
  '{"note":"a","count":9007199254740993,"parent":-9007199254740993,"tags":["a"],"level":2}',
  '{}',
];

export const CAT = '{"kind":"cat","lives":9,"mood":"calm"}';
export const DOG = '{"kind":"dog","trainedBy":9007199254740993}';
const ANIMALS: Texts = [
  CAT,
  DOG,
  '{"kind":"puppy","trainedBy":-9223372036854775808}',
  '{"kind":"cat","lives":9,"toy":{"toyType":"GrowthBall","radius":0.5},"mood":"angry"}',
  '{"kind":"cat","lives":9,"toy":{"toyType":"GrowthMouse","isReal":true},"mood":"angry"}',
];

const INVALID_ANIMALS: readonly InvalidText[] = [
  ['{"lives":9}', ['/kind required is required']],
  ['{"kind":"cow"}', ['/kind enum must be one of cat, dog, puppy']],
  ['{"kind":"GrowthCat","lives":1}', ['/kind enum must be one of cat, dog, puppy']],
  ['{"kind":1,"lives":9}', ['/kind type must be of type string']],
  ['{"kind":null}', ['/kind type must be of type string']],
  ['{}', ['/kind required is required']],
  ['{"kind":"cat","lives":0}', ['/lives minimum must be at least 1']],
  ['{"kind":"cat","lives":1,"trainedBy":1}', ['/trainedBy unknown is not a known property']],
  [
    '{"kind":"dog","lives":1}',
    ['/trainedBy required is required', '/lives unknown is not a known property'],
  ],
  ['{"kind":"cat","lives":1,"toy":{"toyType":"GrowthBall"}}', ['/toy/radius required is required']],
  [
    '{"kind":"cat","lives":1,"toy":{"toyType":"ball"}}',
    ['/toy/toyType enum must be one of GrowthBall, GrowthMouse'],
  ],
  ['[]', [' type must be of type object']],
  ['null', [' type must be of type object']],
  ['"cat"', [' type must be of type object']],
  ['{"kind":"constructor"}', ['/kind enum must be one of cat, dog, puppy']],
];

const EVENTS: Texts = [
  '{"event":"birth","weight":0.1}',
  '{"event":"sale","price":9007199254740993}',
  '{"event":"gift","price":0}',
];

const INVALID_EVENTS: readonly InvalidText[] = [
  ['{"event":"birth","weight":0}', ['/weight exclusive_minimum must be more than 0']],
  ['{"event":"gift"}', ['/price required is required']],
  ['{"event":"other"}', ['/event enum must be one of birth, sale, gift']],
  ['{}', ['/event required is required']],
];

const CONTACTS: Texts = ['"a@example.com"', '{"phone":"123"}', '["a@b.example","c@d.example"]'];

const INVALID_CONTACTS: readonly InvalidText[] = [
  ['"nobody"', [' format must have the format email']],
  ['{"phone":"x"}', ['/phone pattern must match the pattern ^[0-9]+$']],
  ['{}', ['/phone required is required']],
  ['["a@b.example"]', [' min_items must have at least 2 items']],
  ['["a@b.example","x"]', ['/1 format must have the format email']],
  ['5', [' type must be of type string,array,object']],
  ['null', [' type must be of type string,array,object']],
];

/** Alternatives that overlap. */
const PLACES: Texts = [
  '{"street":"A"}',
  '{"latitude":1.5,"longitude":2}',
  '{"street":"A","latitude":1,"longitude":2}',
];
const STEPS: Texts = ['2', '3', '9007199254740988'];

const UNMATCHED: readonly (readonly [operation: string, text: string, error: string])[] = [
  ['place', '{"latitude":1}', ' invalid matches none of the alternatives'],
  ['place', '{"street":5}', ' invalid matches none of the alternatives'],
  ['place', 'true', ' invalid matches none of the alternatives'],
  ['step', '5', ' invalid matches none of the alternatives'],
  ['step', '6', ' invalid matches more than one of the alternatives'],
  ['step', '"2"', ' invalid matches none of the alternatives'],
];

/** Bodies of echoKeywords. Those without errors are valid. */
const KEYWORDS: readonly InvalidText[] = [
  ['{"pair":["a",9007199254740993]}', []],
  ['{"pair":["a",1,2]}', ['/pair max_items must have at most 2 items']],
  ['{"pair":["a"]}', ['/pair min_items must have at least 2 items']],
  [
    '{"pair":[1,"a"]}',
    ['/pair/0 type must be of type string', '/pair/1 type must be of type integer'],
  ],
  ['{"even":[1,2,4]}', []],
  ['{"even":[1,3]}', ['/even invalid does not have the items that the contract requires']],
  ['{"even":[2,4,6]}', ['/even invalid does not have the items that the contract requires']],
  ['{"odd":2}', ['/odd invalid is not what the contract allows']],
  ['{"settings":{"a":1,"b":2,"x-c":"d"}}', []],
  ['{"settings":{"a":1}}', ['/settings/b required lacks a property that another one requires']],
  ['{"settings":{"x-c":1}}', ['/settings/x-c type must be of type string']],
  ['{"settings":{"c":1}}', ['/settings/c unknown is not a known property']],
  ['{"version":1}', ['/version const must be the one allowed value']],
  ['{"unique":["a","a"]}', ['/unique unique_items must have unique items']],
  ['{"code":"a"}', ['/code min_length must have at least 2 characters']],
  ['{"code":"abcd"}', ['/code max_length must have at most 3 characters']],
  ['{"initial":"ab"}', ['/initial max_length must have at most 1 character']],
  ['{"tens":5}', ['/tens multiple_of must be a multiple of 10']],
  ['{"tens":60}', ['/tens maximum must be at most 50']],
  ['{"below":2}', ['/below exclusive_maximum must be less than 2']],
  ['{"few":{}}', ['/few min_properties must have at least 1 property']],
  ['{"few":{"a":1,"b":2,"c":3}}', ['/few max_properties must have at most 2 properties']],
  ['{"none":{}}', []],
  ['{"none":{"a":1}}', ['/none max_properties must have at most 0 properties']],
];

/** Properties of echoFormats, with values that have the format and some that do not. */
const FORMATS: readonly (readonly [property: string, valid: Texts, invalid: Texts])[] = [
  ['byte', ['', 'YQ==', 'YWI=', 'YWJj'], ['a', 'YQ', 'YQ==\n!', '====']],
  ['date', ['2024-02-29', '0001-01-01'], ['2023-02-29', '2026-13-01', '2026-1-1', '20260101', '']],
  [
    'dateTime',
    ['2026-11-20T09:30:00Z', '2026-11-20t09:30:00.123456z', '2026-11-20T09:30:00-08:30'],
    [
      '2026-11-20 09:30:00Z',
      '2026-11-20T09:30:00',
      '2026-11-20T24:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-11-20T09:30:00+0100',
    ],
  ],
  ['duration', ['P1D', 'PT5M', 'P2W'], ['P', '1D', 'PT', '']],
  ['email', ['a@example.com'], ['a', 'a@', '@b.example', 'a b@example.com']],
  ['hostname', ['example.com', 'a'], ['-a.example', 'a_b', '']],
  ['ipv4', ['127.0.0.1'], ['127.0.0', '256.0.0.1', '::1']],
  ['ipv6', ['::1', '2001:db8::1'], ['1', '127.0.0.1', ':::']],
  ['jsonPointer', ['', '/a~1b'], ['a', '/~2']],
  ['nullableDate', ['2024-02-29'], ['2023-02-29']],
  ['time', ['09:30:00Z', '09:30:00+01:00'], ['09:30:00', '24:00:00Z', '09:30Z']],
  ['uri', ['https://a.example/b?c#d', 'urn:isbn:1'], ['a', '/a', 'https://a b']],
  ['uriReference', ['/a', '?b', 'https://a.example'], ['\\', 'a b']],
  [
    'uuid',
    ['6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
    ['6f9619ff', 'urn:uuid:6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
  ],
];

const JSON_TYPE = 'Content-Type: application/json';
const PATCH = 'Content-Type: application/merge-patch+json';

export const BODY_REQUESTS = {
  'null, integers, lists as bodies; +json': [
    ...VALUES.flatMap(([name, texts]) => texts.map((text) => echoed(name, text))),
    ...NULLABLES.map((text) => echoed('nullable', text)),
    ...INVALID_VALUES.map((row) => refused(...row)),
    ...INEXACT_NUMBERS.map((row) => refused('numbers', ...row)),
    ...FORMATS.flatMap(([name, valid, invalid]) => [
      ...valid.map((value) => echoed('formats', JSON.stringify({ [name]: value }))),
      ...invalid.map((value) =>
        refused('formats', JSON.stringify({ [name]: value }), [`/${name} format `]),
      ),
    ]),
    echoed('numbers', '{"id":9007199254740993,"anything":{"a/b":[9007199254740993]}}'),
    echoed('numbers', '{"count":9007199254740991,"counts":{"a":-9007199254740991}}'),
    echoed('numbers', '{"size":-2147483648}'),
    [
      'PUT /growth/numbers', // `number` is what JavaScript reads
      '{"ratio":1e300,"ratios":[9007199254740993,null,12345678901234567890,0.1]}',
      200,
      { text: '{"ratio":1e+300,"ratios":[9007199254740992,null,12345678901234567000,0.1]}' },
    ],
    refused(
      'nullable',
      '{"note":"","count":"1","parent":"x","tags":[1],"level":3,"owner":{"age":0.5}}',
      [
        '/count type must be of type integer,null',
        '/level enum must be one of 1, 2, null',
        '/note min_length must have at least 1 character',
        '/owner/age type must be of type integer',
        '/owner/name required is required',
        '/parent type must be of type number,null',
        '/tags/0 type must be of type string',
      ],
    ),
    ...['animal', 'ids', 'text', 'nothing', 'place', 'composed', 'settings'].map((name) =>
      refused(name, '', [' required is required']),
    ),
    ['PUT /growth/note', undefined, 200, { json: { isSent: false } }],
    ['PUT /growth/note', undefined, 200, { json: { isSent: false } }, JSON_TYPE],
    ['PUT /growth/note', '', 200, { json: { isSent: false } }],
    refused('note', '{}', ['/text required is required']),
    refused('note', 'null', [' type must be of type object']),
    ['PUT /growth/note', '{"text":"a"}', 200, { json: { isSent: true, note: { text: 'a' } } }],
    ...[PATCH, `${PATCH}; charset=utf-8`, 'Content-Type: Application/Merge-Patch+JSON'].map(
      (type): Row => [
        'PATCH /growth/accounts/1',
        '{"nickname":null,"managerId":9007199254740993}',
        200,
        {
          text: '{"nickname":null,"managerId":9007199254740993}',
          headers: { 'content-type': 'application/merge-patch+json' },
        },
        type,
      ],
    ),
    ['PATCH /growth/accounts/1', '{}', 400, { errors: [' min_properties'] }, PATCH],
    ...[JSON_TYPE, 'Content-Type: application/json-patch+json', 'Content-Type: application/*'].map(
      (type): Row => [
        'PATCH /growth/accounts/1',
        '{"name":"a"}',
        415,
        {
          text: '{"code":"unsupported_media_type","message":"The request body must be application/merge-patch+json in UTF-8, without compression.","status":415}',
          headers: { accept: 'application/merge-patch+json' },
        },
        type,
      ],
    ),
    [
      'PATCH /growth/accounts/1',
      undefined,
      415,
      { headers: { accept: 'application/merge-patch+json' } },
    ],
    ['PUT /growth/note', '{"text":"a"}', 415, { headers: { accept: 'application/json' } }, PATCH],
  ],
  'oneOf, anyOf, discriminator': [
    ...ANIMALS.map((text) => echoed('animal', text)),
    ...INVALID_ANIMALS.map((row) => refused('animal', ...row)),
    ...EVENTS.map((text) => echoed('event', text)),
    ...INVALID_EVENTS.map((row) => refused('event', ...row)),
    ...CONTACTS.map((text) => echoed('contact', text)),
    ...INVALID_CONTACTS.map((row) => refused('contact', ...row)),
    ...PLACES.map((text) => echoed('place', text)),
    ...STEPS.map((text) => echoed('step', text)),
    ...UNMATCHED.map(([name, text, error]) => refused(name, text, [error])),
    echoed('cat', CAT),
    refused('cat', '{"kind":"dog","lives":1}', ['/kind enum must be one of cat']),
    echoed('shelter', `{"animals":[${CAT},${DOG}],"byName":{"a":${CAT}},"boss":null}`),
    echoed('shelter', `{"animals":[],"boss":${DOG},"guest":${CAT}}`),
    refused(
      'shelter',
      '{"animals":[{"kind":"dog"}],"byName":{"a/b":{"kind":"cow"}},"boss":{},"guest":{"kind":"cat"}}',
      [
        '/animals/0/trainedBy required is required',
        '/boss/kind required is required',
        '/byName/a~1b/kind enum must be one of cat, dog, puppy',
        '/guest/lives required is required',
      ],
    ),
    refused('shelter', '{"animals":[],"boss":1,"guest":"x"}', [
      '/boss type must be of type null,object',
      '/guest type must be of type object',
    ]),
    [
      'PUT /growth/animal',
      '{"kind":"cat","lives":1}',
      200,
      { json: { kind: 'cat', lives: 1, mood: 'calm' } },
    ],
    echoed('animal', '{"kind":"dog","trainedBy":1}'),
    [
      'PUT /growth/nullable',
      '{"owner":{"name":"a"}}',
      200,
      { json: { owner: { name: 'a', age: 1 } } },
    ],
  ],
  'allOf, maps, nesting, defaults, keywords': [
    ...KEYWORDS.map((row) => refused('keywords', ...row)),
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
    refused('map', '{"a":[],"B":[1]}', [
      ' invalid has a property name that the contract does not allow',
      '/a min_items must have at least 1 item',
    ]),
    refused('map', '{"a":[1],"b":[1],"c":[1],"d":[1]}', [' max_properties']),
    [
      'PUT /growth/settings',
      '{"tags":["c"],"items":[{},{"weight":2}]}',
      200,
      {
        json: {
          ...{ color: 'red', size: 'small', limit: 5, tags: ['c'] },
          nested: { isOn: false, until: null },
          items: [{ weight: 0.5 }, { weight: 2 }],
        },
      },
    ],
    // the tags of the request before are not the default of this one
    [
      'PUT /growth/settings',
      '{}',
      200,
      {
        text: '{"color":"red","size":"small","limit":5,"tags":["a","b"],"nested":{"isOn":false,"until":null}}',
      },
    ],
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
