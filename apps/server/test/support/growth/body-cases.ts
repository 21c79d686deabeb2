// Bodies of the operations in bodies.yaml: those that are answered unchanged, and those that are a 400, with its errors as
// `pointer code message`.

type Texts = readonly string[];
type Invalid = readonly [operation: string, text: string, errors: Texts];
type InvalidText = readonly [text: string, errors: Texts];

const NOT_INT64 = 'format must be a 64-bit integer in decimal digits';
const NOT_SAFE = 'format must be an integer from -(2^53 - 1) to 2^53 - 1';
const OUTSIDE_INT64 = ['9223372036854775808', '-9223372036854775809', '1e20'];

/** Bodies that are no objects. */
export const VALUES: readonly (readonly [operation: string, texts: Texts])[] = [
  ['nothing', ['null', '{"name":"a"}']],
  ['id', ['0', '9007199254740993', '-9223372036854775808', '9223372036854775807']],
  ['ratio', ['0', '-0.5', '1e+300']],
  ['text', ['""', '"a\\u0000"', '"äöü😀!"']],
  ['flag', ['true', 'false']],
  ['ids', ['[1]', '[9007199254740993,9007199254740992,-1]']],
  ['matrix', ['[]', '[[]]', '[[9223372036854775807,null],[1]]']],
];

export const INVALID_VALUES: readonly Invalid[] = [
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
export const INEXACT_NUMBERS: readonly InvalidText[] = [
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

export const NULLABLES: Texts = [
  '{"note":null,"count":null,"parent":null,"tags":null,"level":null,"owner":null}',
  '{"note":"a","count":9007199254740993,"parent":-9007199254740993,"tags":["a"],"level":2}',
  '{}',
];

export const CAT = '{"kind":"cat","lives":9,"mood":"calm"}';
export const DOG = '{"kind":"dog","trainedBy":9007199254740993}';
export const ANIMALS: Texts = [
  CAT,
  DOG,
  '{"kind":"puppy","trainedBy":-9223372036854775808}',
  '{"kind":"cat","lives":9,"toy":{"toyType":"GrowthBall","radius":0.5},"mood":"angry"}',
  '{"kind":"cat","lives":9,"toy":{"toyType":"GrowthMouse","isReal":true},"mood":"angry"}',
];

export const INVALID_ANIMALS: readonly (readonly [what: string, text: string, errors: Texts])[] = [
  ['no name', '{"lives":9}', ['/kind required is required']],
  ['an unknown name', '{"kind":"cow"}', ['/kind enum must be one of cat, dog, puppy']],
  [
    'the name of a schema that has another',
    '{"kind":"GrowthCat","lives":1}',
    ['/kind enum must be one of cat, dog, puppy'],
  ],
  ['a name of another type', '{"kind":1,"lives":9}', ['/kind type must be of type string']],
  ['null as the name', '{"kind":null}', ['/kind type must be of type string']],
  ['no property', '{}', ['/kind required is required']],
  [
    'an error in the named branch',
    '{"kind":"cat","lives":0}',
    ['/lives minimum must be at least 1'],
  ],
  [
    'a property of another branch',
    '{"kind":"cat","lives":1,"trainedBy":1}',
    ['/trainedBy unknown is not a known property'],
  ],
  [
    'another branch',
    '{"kind":"dog","lives":1}',
    ['/trainedBy required is required', '/lives unknown is not a known property'],
  ],
  [
    'an error two levels down',
    '{"kind":"cat","lives":1,"toy":{"toyType":"GrowthBall"}}',
    ['/toy/radius required is required'],
  ],
  [
    'an unknown name two levels down',
    '{"kind":"cat","lives":1,"toy":{"toyType":"ball"}}',
    ['/toy/toyType enum must be one of GrowthBall, GrowthMouse'],
  ],
  ['an array', '[]', [' type must be of type object']],
  ['null', 'null', [' type must be of type object']],
  ['a string', '"cat"', [' type must be of type object']],
  ['an inherited name', '{"kind":"constructor"}', ['/kind enum must be one of cat, dog, puppy']],
];

export const EVENTS: Texts = [
  '{"event":"birth","weight":0.1}',
  '{"event":"sale","price":9007199254740993}',
  '{"event":"gift","price":0}',
];

export const INVALID_EVENTS: readonly InvalidText[] = [
  ['{"event":"birth","weight":0}', ['/weight exclusive_minimum must be more than 0']],
  ['{"event":"gift"}', ['/price required is required']],
  ['{"event":"other"}', ['/event enum must be one of birth, sale, gift']],
  ['{}', ['/event required is required']],
];

export const CONTACTS: Texts = [
  '"a@example.com"',
  '{"phone":"123"}',
  '["a@b.example","c@d.example"]',
];

export const INVALID_CONTACTS: readonly InvalidText[] = [
  ['"nobody"', [' format must have the format email']],
  ['{"phone":"x"}', ['/phone pattern must match the pattern ^[0-9]+$']],
  ['{}', ['/phone required is required']],
  ['["a@b.example"]', [' min_items must have at least 2 items']],
  ['["a@b.example","x"]', ['/1 format must have the format email']],
  ['5', [' type must be of type string,array,object']],
  ['null', [' type must be of type string,array,object']],
];

/** Alternatives that overlap. */
export const PLACES: Texts = [
  '{"street":"A"}',
  '{"latitude":1.5,"longitude":2}',
  '{"street":"A","latitude":1,"longitude":2}',
];
export const STEPS: Texts = ['2', '3', '9007199254740988'];

export const UNMATCHED: readonly (readonly [operation: string, text: string, error: string])[] = [
  ['place', '{"latitude":1}', ' invalid matches none of the alternatives'],
  ['place', '{"street":5}', ' invalid matches none of the alternatives'],
  ['place', 'true', ' invalid matches none of the alternatives'],
  ['step', '5', ' invalid matches none of the alternatives'],
  ['step', '6', ' invalid matches more than one of the alternatives'],
  ['step', '"2"', ' invalid matches none of the alternatives'],
];

/** Bodies of echoKeywords. Those without errors are valid. */
export const KEYWORDS: readonly InvalidText[] = [
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
];
