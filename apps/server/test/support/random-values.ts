// Values for random requests: paths, queries, methods, headers, media types, and parts of bodies.
import { limits } from '@animal-store/contract/conformance';

type Choices = readonly [string, ...string[]];

const { MAX_LIMIT, DEFAULT_LIMIT, MAX_NAME: MAX_LENGTH } = limits;

/** Choices without white space, and others. */
function choices(words: string, ...others: string[]): Choices {
  const [first = '', ...rest] = words.trim().split(/\s+/);
  return [first, ...rest, ...others];
}

/** Choices that are lines, or parts of one between bars. */
function lines(text: string, ...others: string[]): Choices {
  const [first = '', ...rest] = text.split(/ \| |\n/).map((line) => line.trimStart());
  return [first, ...rest, ...others];
}

/** Numbers, text and escapes that parsers often get wrong. All are valid in a URL. */
export const VALUES = choices(
  `0 1 2 7 ${DEFAULT_LIMIT} ${MAX_LIMIT} ${MAX_LIMIT + 1} -1 +5 %2B5 5.0 1e1 0x10 %205
   9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808
   NaN Infinity null true undefined %00 %zz % %e %ff
   %F0%9F%92%A9 %ED%A0%80 %C0%AF %E2%80%A8 %0D%0AX-Injected:%201 %1b[31m ..
   ../.. %2e%2e%2f / // %2F \\ __proto__ constructor
   available pending sold Available available,sold [] {} '-- * = ;
   MjA.qQiiLvIUAlxgu4udCJBO8w MjA . <script> " \` | ^ %u0041 &`,
  '',
  '1'.repeat(300),
  'a'.repeat(2000),
);

export const NAMES = choices('limit status cursor limit[] limit[gte] Limit __proto__ q', '');

export const PATHS = choices(
  `/pets /pets /pets /pets /store/orders /store/orders /pets/1 /pets/3
   / /Pets /pets/ //pets /pets//1 /pets/1/ /pets/1/2 /store /nope
   /pets.json /pets;a=b /pet%73 /%70ets /pets/%2E%2E /docs /openapi.json`,
  '',
);

export const OTHER_PATHS = choices(
  `/ /healthz /readyz /openapi.json /docs /docs/ /docs/nope /docs/..%2f..
   /v2/pets /V1/pets //v1/pets /v1pets /.env /healthz/ /% /%00`,
);

export const METHODS = choices('PUT DELETE PATCH OPTIONS HEAD TRACE PROPFIND PURGE LOCK');
export const INVALID_METHODS = choices('get FETCH CONNECT G\0T ÄPFEL', 'GET\t', '', 'POST /x');

export const HEADERS = lines(
  `Accept: text/html | Accept: */*;q=0 | Accept-Encoding: br | Range: bytes=0-1 | TE: trailers
   Content-Encoding: gzip | Content-Encoding: identity | If-None-Match: * | Cookie: a=b; c
   Expect: 100-continue | Expect: unknown | Connection: close | A: | Connection: Upgrade
   Origin: null | Origin: https://a.example | Forwarded: for=_x;by="
   Access-Control-Request-Method: POST | X-HTTP-Method-Override: DELETE | Host: b.example
   X-Request-Id: r-1 | X-Request-Id: é | Idempotency-Key: ÿ\t" | Date: never
   !#$%&'*+-.^_\`|~: odd | __proto__: x | constructor: x | X-Forwarded-For: , , | Trailer: A`,
  'X-: ',
  'Idempotency-Key: ',
  `X-Long: ${'v'.repeat(7000)}`,
  `Idempotency-Key: ${'k'.repeat(300)}`,
);

export const INVALID_LINES = lines(
  'no colon\n: no name\nX-A : b\nX-A: \0\nX-A: \x1b[31m\nX-A: \x7f',
  'X-A: b\rX-B: c',
  'X-A: b\r\n c',
);

/** Text that would forge a line of the log or control a terminal, if it were logged as it is. */
export const LOG_PAYLOADS = [
  ...['\r\n', '\n', '%0d%0a', '"}', '"}\r\nX: '].map(
    (text) => `${text}{"level":30,"requestId":"forged","msg":"request"}`,
  ),
  ...['\\', '\t', '\0', '\x7f', '\x1b[2J\x1b[31mred', '%1b[2J%1b]0;title%07', '\x9b31m'],
  ...['\xc2\x85\x85', '\xe2\x80\xa8\xe2\x80\xa9', '%E2%80%A8', '\xe2\x80\xae', '\xed\xa0\x80'],
  'x'.repeat(15_000),
];

export const CONTENT_TYPES = lines(
  `application/json; charset=utf-8 | Application/JSON | application/json; charset=latin1
   text/plain | application/json, text/html | application/vnd.api+json | multipart/form-data
   application/x-www-form-urlencoded | */* | application/ | é | ; | application/json;;`,
  '',
);

export const NUMBERS = choices(
  `0 1 -1 -0 1.5 1e2 1e400 -1e-400 9007199254740993 0.1e1 5.0
   9223372036854775807 9223372036854775808 1.0000000000000000001 ${'9'.repeat(5000)}`,
);

export const STRINGS = choices(
  `"" "Hambone" "\\u0000" "\\ud800" "a\\nb" "\\u2028" "__proto__" "\\u007f"
   "${'n'.repeat(MAX_LENGTH)}" "${'n'.repeat(MAX_LENGTH + 1)}" "${'🐈'.repeat(MAX_LENGTH)}"`,
  '"Zoë 🐈"',
  '" "',
);

export const INVALID_JSON = choices(
  `{ {"name":"a" [1,] {"a":1,} {'a':1} {a:1} NaN 01 +1 "\u0007"
   <pet/> name=a undefined {}{} \0`,
  '\ufeff{}',
  '// x',
  '{"name":"\ttab"}',
  ' ',
);

export const PROPERTIES = choices(
  'name categoryId status id Name __proto__ constructor toString a/b a~b',
  '',
);
