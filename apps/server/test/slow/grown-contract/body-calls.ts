// Calls with bodies of every shape.
import type { GrowthAnimal, Params } from '@animal-store/sdk';
import { BIG, type Cases, MAX, notSent, refused, same, store } from './sdk-case.js';

const CAT: GrowthAnimal = { kind: 'cat', lives: 9, mood: 'calm' };
const DOG: GrowthAnimal = { kind: 'puppy', trainedBy: BIG };
const SHELTER: Params<'echoShelter'> = { animals: [CAT, DOG], byName: { a: DOG }, boss: null };
const BALL = { toyType: 'GrowthBall', radius: 0.5 } as const;

export const BODY_CALLS: Cases = {
  'null, integers, lists as bodies; +json': [
    ['null', () => store.echoNothing({ body: null }), null],
    ['an int64', () => store.echoId({ body: MAX }), MAX],
    ['a list', () => store.echoIds({ body: [1, BIG] }), [1, BIG]],
    ['nested lists', () => store.echoMatrix({ body: [[BIG, null], []] }), [[BIG, null], []]],
    ['text', () => store.echoText({ body: '' }), ''],
    ['false', () => store.echoFlag({ body: false }), false],
    same('null in properties', store.echoNullable, { note: null, count: null, parent: BIG }),
    ['no body', () => store.echoNote(), { isSent: false }],
    [
      'a merge patch',
      () => store.updateAccount({ accountId: 1, nickname: null, managerId: BIG }),
      { nickname: null, managerId: BIG },
    ],
    ['a rounded integer', () => store.echoId({ body: 2 ** 53 }), notSent('')],
    ['65 bits', () => store.echoId({ body: MAX + 1n }), refused(' format')],
    // @ts-expect-error it is required
    ['a missing body', () => store.echoIds({}), notSent('body is required')],
    // @ts-expect-error not nullable
    ['null for a text', () => store.echoText({ body: null }), refused(' type')],
    ['too many items', () => store.echoIds({ body: [1, 2, 3, 4] }), refused(' max_items')],
  ],
  'oneOf, anyOf, discriminator': [
    same('a branch', store.echoAnimal, CAT),
    same('another branch', store.echoAnimal, DOG),
    same('a union in a branch', store.echoAnimal, { ...CAT, toy: BALL }),
    same('nested', store.echoShelter, SHELTER),
    same('constants', store.echoEvent, { event: 'gift', price: MAX }),
    ['types', () => store.echoContact({ body: 'a@b.example' }), 'a@b.example'],
    ['alternatives', () => store.echoStep({ body: 3 }), 3],
    // @ts-expect-error a cat is not trained
    ['of another branch', () => store.echoAnimal({ ...CAT, trainedBy: 1 }), refused('/trainedBy')],
    // @ts-expect-error no such kind
    ['no branch', () => store.echoAnimal({ kind: 'cow', lives: 1 }), refused('/kind enum')],
    ['several alternatives', () => store.echoStep({ body: 6 }), refused(' invalid')],
  ],
  'allOf, maps, nesting, defaults, keywords': [
    same('allOf', store.echoComposed, { name: 'a', nickname: 'b', size: 2 }),
    ['a map', () => store.echoMap({ body: { a: [BIG] } }), { a: [BIG] }],
    [
      'defaults',
      () => store.echoSettings({ nested: { isOn: true }, items: [{}] }),
      {
        ...{ color: 'red', size: 'small', limit: 5, tags: ['a', 'b'] },
        nested: { isOn: true, until: null },
        items: [{ weight: 0.5 }],
      },
    ],
    same('keywords', store.echoKeywords, { pair: ['a', MAX], version: 2 }),
    // @ts-expect-error not the constant
    ['another constant', () => store.echoKeywords({ version: 1 }), refused('/version const')],
    ['a name', () => store.echoMap({ body: { A: [1] } }), refused(' invalid')],
  ],
  // The schemas of all bodies above are in another file.
  '$ref into other files': [
    [
      'a type of another file',
      async (): Promise<GrowthAnimal> => store.echoCat({ kind: 'cat', lives: 1 }),
      { kind: 'cat', lives: 1, mood: 'calm' },
    ],
    ['an invalid value', () => store.echoCat({ kind: 'cat', lives: 0 }), refused('/lives minimum')],
    [
      'of openapi.yaml',
      () => store.echoComposed({ name: '', size: 1 }),
      refused('/name min_length'),
    ],
  ],
};
