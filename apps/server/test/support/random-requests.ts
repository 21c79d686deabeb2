// Random requests, each a valid one that is edited: its path, query, headers or body, up to noise. All are valid HTTP. Three
// tests judge the replies: by the contract (faults/fuzz.test.ts), by the validators of the SDK (slow/grown-contract/constructs.test.ts), and
// by the mock of the SDK (slow/mock-comparison.test.ts).
import { limits } from '@animal-store/contract/conformance';
import { isContainer } from '@animal-store/core/validation';
import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { parseNumber, type SentCase } from './grown-contract/http-cases.js';

const { MAX_BODY_BYTES, MAX_LIMIT, MAX_NAME } = limits;
/** Leaves space for the headers. */
const MAX_TARGET_BYTES = 14_000;

/** Valid requests of the store. */
export const STORE_REQUESTS: readonly SentCase[] = [
  { request: 'GET /pets', headers: [] },
  { request: 'GET /pets?limit=1&status=sold', headers: [] },
  { request: 'GET /pets/1', headers: ['X-Request-Id: id-1'] },
  { request: 'GET /store/orders?limit=2', headers: [] },
  { request: 'POST /pets', headers: [], body: '{"name":"Rex","categoryId":1}' },
  {
    request: 'POST /pets',
    headers: ['Idempotency-Key: a'],
    body: '{"categoryId":1,"status":"sold","name":"Tom"}',
  },
];

type Weighted<T> = readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[];
/** One of these, each as often as its weight. */
export const weighted = <T>(...all: Weighted<T>): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));
export const oneIn = <T>(count: number, rare: fc.Arbitrary<T>, usual: fc.Arbitrary<T>) =>
  weighted([1, rare], [count - 1, usual]);
const words = (text: string, ...others: string[]) =>
  fc.constantFrom(...text.trim().split(/\s+/), ...others);

/** Numbers, names, delimiters and escapes that parsers often get wrong. All are valid in a URL and in a header. */
const part = words(
  `0 1 2 7 ${MAX_LIMIT} ${MAX_LIMIT + 1} -1 +5 %2B5 5.0 1e1 0x10 %205 1e400 2026-02-30
   9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808
   NaN null true undefined %00 %zz % %e %ff %2C %F0%9F%92%A9 %ED%A0%80 %C0%AF %E2%80%A8
   %0D%0AX-Injected:%201 %1b[31m .. ../.. %2e%2e%2f / // %2F \\ . ~ + - = & , ; * ? [] {}
   __proto__ constructor limit status cursor limit[gte] Limit &limit=1 &x=1 limits=1&a/b~c
   pets Pets pet%73 available Available available,sold MjA.qQiiLvIUAlxgu4udCJBO8w
   <script> " \` | ^ %u0041 '--`,
  '',
  '1'.repeat(300),
  'a'.repeat(2_000),
);
const textEdit = fc.record({ at: fc.nat(1_000), cut: fc.constantFrom(0, 3, 'all'), part });
/** Inserts the part, and cuts off what follows it, or the whole name or value. */
function editText(text: string, edit: Edit<typeof textEdit>): string {
  const start = edit.at % (text.length + 1);
  const [before, after] = [text.slice(0, start), text.slice(start)];
  if (edit.cut !== 'all') return before + edit.part + after.slice(Number(edit.cut));
  return before.replace(/[^/?&=,]*$/, '') + edit.part + after.replace(/^[^/?&=,]*/, '');
}

/** Mostly of the query, if there is one: another path is a 404. */
function editTarget(target: string, edit: Edit<typeof textEdit>): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined || edit.at < 200) return editText(target, edit);
  return `${path}?${editText(query, edit)}`;
}

/** Values at which keywords and types change. */
const boundary = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, '', 'a', 'cat', 'GrowthBall', '2026-02-30', '\ud800', '\0', 'a\nb', [], {}],
    ...[0, -1, 1.5, 3, 2 ** 31, 1e39, 1e300, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n) - 1n],
    ...[10n ** 40n, [1, 1], ['a', 'a'], [{ a: 1 }, { a: 1 }], { name: 'a' }],
    ...[MAX_NAME, MAX_NAME + 1].flatMap((length) => ['n'.repeat(length), '🐈'.repeat(length)]),
    { kind: 'cat', lives: 1 },
    Array.from({ length: 30 }, (_item, index) => `${index}`),
    Object.fromEntries(Array.from({ length: 30 }, (_item, index) => [`p${index}`, index])),
  ),
  fc.jsonValue({ maxDepth: 2, stringUnit: words('a 0 " \\ / é 🐈 \u2028') }),
);
/** Replaces, adds or removes the value at a place, counted in the order of the text. */
const jsonEdit = fc.record({
  at: fc.nat(20),
  replacement: boundary,
  name: words('a/b ~ 0 __proto__ constructor id name kind x-a toString', ''),
  action: fc.constantFrom('replace', 'add', 'remove'),
});
function editJson(root: unknown, { at, replacement, name, action }: Edit<typeof jsonEdit>) {
  let count = 0;
  const visit = (node: unknown): unknown => {
    count += 1;
    const isHere = count === at + 1;
    if (isHere && action === 'replace') return replacement;
    if (Array.isArray(node)) {
      const items = node.map(visit);
      if (!isHere) return items;
      return action === 'add' ? [...items, replacement] : items.slice(1);
    }
    if (!isContainer(node)) return isHere ? replacement : node;
    const entries = Object.entries(node).map(([key, field]) => [key, visit(field)]);
    if (!isHere) return Object.fromEntries(entries);
    return Object.fromEntries(
      action === 'add' ? [...entries, [name, replacement]] : entries.slice(1),
    );
  };
  return visit(root);
}
type Edit<Edits> = Edits extends fc.Arbitrary<infer Value> ? Value : never;

const nested = fc
  .tuple(fc.constantFrom(5, 32, 33, 100, 4_000), fc.constantFrom(['[', ']'], ['{"a":', '}']))
  .map(([depth, [start = '', end = '']]) => `${start.repeat(depth)}1${end.repeat(depth)}`);
/** As many errors as fit, with names as long as they may be. */
const longest = fc
  .record({
    depth: fc.nat(31),
    name: fc.tuple(words('n / ~ \\u0001 \\ud800 🐈 \\"', ''), words('1 40 250 1300')),
    item: words(`1e400 "\\ud800" {"a":1,"a":2} [] ${'9'.repeat(40)}`),
    isDuplicate: fc.boolean(),
  })
  .map(({ depth, name: [unit, times], item, isDuplicate }) => {
    const name = unit.repeat(Number(times));
    const outer = `{"${unit.repeat(Math.min(40, Number(times)))}":`.repeat(depth);
    const member = (index: number) => `"${isDuplicate ? '' : index}${name}":${item}`;
    const members = filled(MAX_BODY_BYTES - Buffer.byteLength(outer) - depth, ',', member);
    return `${outer}{${members}}${'}'.repeat(depth)}`;
  });
const longestQuery = fc
  .tuple(fc.boolean(), words('n %01 %2F %zz = limit=9 cursor=A', ''), words('1 300 2000'))
  .map(([isNumbered, unit, times]) =>
    filled(
      MAX_TARGET_BYTES,
      '&',
      (index) => `${isNumbered ? index : ''}${unit.repeat(Number(times))}`,
    ),
  );
/** As many items as fit. */
function filled(size: number, separator: string, item: (index: number) => string): string {
  const items: string[] = [];
  for (let left = size - 2; ; ) {
    const next = item(items.length);
    left -= Buffer.byteLength(next) + 1;
    if (left < 0) return items.join(separator);
    items.push(next);
  }
}

/** Bodies in place of the request's own. */
const noise = weighted<string | Uint8Array<ArrayBuffer>>(
  [
    6,
    words(
      `{ {"name":"a" [1,] {"a":1,} {'a':1} {a:1} NaN 01 +1 "\u0007" <pet/> name=a {}{} \0 null
       {"name":"a","name":1,"categoryId":9e99} {"name":"\\ud800"} {"categoryId":1.0000000000000000001}
       ${'9'.repeat(300)} {"name":"${'x'.repeat(MAX_BODY_BYTES)}"}`,
      '\ufeff{}',
      '{"name":"\ttab"}',
      ' ',
      '',
    ),
  ],
  [2, nested],
  [1, longest],
  [2, fc.uint8Array({ maxLength: 60 })],
);
type BodyEdit = (body: string) => string | Uint8Array<ArrayBuffer>;
const bodyEdit = weighted<BodyEdit>(
  [40, fc.constant((body) => body)],
  [
    30,
    fc.array(jsonEdit, { minLength: 1, maxLength: 3 }).map((edits) => (body) => {
      const root = parse(body === '' ? 'null' : body, undefined, { parseNumber });
      return stringify(edits.reduce<unknown>(editJson, root)) ?? '';
    }),
  ],
  [5, textEdit.map((edit) => (body) => editText(body, edit))],
  // a quote, a bracket, or a part of a character
  [
    5,
    fc
      .tuple(fc.nat(), fc.constantFrom(0, 0x22, 0x5c, 0x7b, 0xc3, 0xff))
      .map(([at, byte]) => (body) => {
        const bytes = new TextEncoder().encode(body);
        bytes[at % bytes.length] = byte;
        return bytes;
      }),
  ],
  [12, noise.map((body) => () => body)],
);

interface RandomRequest {
  method: string;
  /** Path and query below the base path. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: string | Uint8Array<ArrayBuffer>;
}

/** @param cases Valid requests. */
export function randomRequests(cases: readonly SentCase[]): fc.Arbitrary<RandomRequest> {
  const nothing = fc.constant(undefined);
  return fc
    .record({
      sent: fc.constantFrom(...cases),
      otherMethod: oneIn(20, words('HEAD OPTIONS PUT PATCH DELETE'), nothing),
      targetEdits: oneIn(
        2,
        fc.array(textEdit, { maxLength: 3 }),
        fc.constant<Edit<typeof textEdit>[]>([]),
      ),
      query: oneIn(60, longestQuery, nothing),
      headerEdits: oneIn(
        3,
        fc.array(textEdit, { minLength: 1, maxLength: 2 }),
        fc.constant<Edit<typeof textEdit>[]>([]),
      ),
      type: oneIn(
        15,
        words('application/json;charset=utf-8 Application/JSON a/b */* é ;', ''),
        fc.constant('application/json'),
      ),
      edit: bodyEdit,
      unwantedBody: oneIn(30, noise, nothing),
    })
    .map(({ sent, otherMethod, targetEdits, query, headerEdits, type, edit, unwantedBody }) => {
      const [ownMethod = '', ownTarget = ''] = sent.request.split(' ');
      const method = otherMethod ?? ownMethod;
      const edited = `/${targetEdits.reduce(editTarget, ownTarget.slice(1))}`;
      const target = query === undefined ? edited : `${edited.split('?')[0]}?${query}`;
      const headers = sent.headers.map((line): [string, string] => {
        const [, name = '', value = ''] = /^([^:]+): *(.*)$/s.exec(line) ?? [];
        return [name, value];
      });
      for (const change of headerEdits) {
        const header = headers[change.at % headers.length];
        if (header) header[1] = editText(header[1], change).trim();
      }
      const body = sent.body === undefined ? unwantedBody : edit(String(sent.body));
      if (body === undefined || /^(?:HEAD|OPTIONS)$/.test(method))
        return { method, target, headers };
      return { method, target, headers: [['Content-Type', type], ...headers], body };
    });
}
