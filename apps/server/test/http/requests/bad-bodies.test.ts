import { petStatuses } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { postRejected } from '../../support/post-rejected.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const PET = '{"name":"Hambone","categoryId":1}';

const postInvalid = (body: string | Uint8Array, path?: string) => postRejected(server, body, path);

describe('when the body is not JSON, then it is a 400 that names the body:', () => {
  test.each([
    ['only white space', ' \r\n'],
    ['truncated', '{"name":"Hambone","categoryId":1'],
    ['truncated in a string', '{"name":"Ham'],
    ['a single brace', '{'],
    ['an extra closing brace', `${PET}}`],
    ['two values', `${PET}${PET}`],
    ['two lines of JSON', `${PET}\n${PET}`],
    ['a trailing comma', '{"name":"Hambone","categoryId":1,}'],
    ['a missing comma', '{"name":"Hambone" "categoryId":1}'],
    ['a missing colon', '{"name" "Hambone","categoryId":1}'],
    ['a missing value', '{"name":,"categoryId":1}'],
    ['single quotes', "{'name':'Hambone','categoryId':1}"],
    ['keys without quotes', '{name:"Hambone",categoryId:1}'],
    ['a comment', `${PET}// comment`],
    ['a comment inside', '{"name":"Hambone",/* 1? */"categoryId":1}'],
    ['NaN', '{"name":"Hambone","categoryId":NaN}'],
    ['Infinity', '{"name":"Hambone","categoryId":-Infinity}'],
    ['undefined', '{"name":"Hambone","categoryId":undefined}'],
    ['True', '{"name":True,"categoryId":1}'],
    ['a hexadecimal number', '{"name":"Hambone","categoryId":0x1}'],
    ['a leading zero', '{"name":"Hambone","categoryId":01}'],
    ['a leading plus', '{"name":"Hambone","categoryId":+1}'],
    ['a bare fraction', '{"name":"Hambone","categoryId":.5}'],
    ['a fraction without digits', '{"name":"Hambone","categoryId":1.}'],
    ['a digit group', '{"name":"Hambone","categoryId":1_000}'],
    ['a bigint suffix', '{"name":"Hambone","categoryId":1n}'],
    ['a raw line break in a string', '{"name":"Ham\nbone","categoryId":1}'],
    ['a raw tab in a string', '{"name":"Ham\tbone","categoryId":1}'],
    ['a raw NUL in a string', '{"name":"Ham\0bone","categoryId":1}'],
    ['a trailing NUL', `${PET}\0`],
    ['an unknown escape', '{"name":"\\x41","categoryId":1}'],
    ['an incomplete escape', '{"name":"\\u00","categoryId":1}'],
    ['a no-break space', `\u00a0${PET}`],
    ['a byte order mark', `\ufeff${PET}`],
    ['form data', 'name=Hambone&categoryId=1'],
    ['XML', '<pet><name>Hambone</name></pet>'],
    ['YAML', 'name: Hambone\ncategoryId: 1\n'],
    ['an XSSI prefix', `)]}',\n${PET}`],
    ['8,000 open brackets', '['.repeat(8000)],
  ])('%s', async (_, body) => {
    const [detail] = expectError(await postInvalid(body), 400, 'invalid_request', ['body ']);
    expect(detail?.message).toBe('is not valid JSON');
  });
});

describe('when the body is not UTF-8, then it is a 400 that names the body:', () => {
  test.each([
    ['Latin-1', [0xe9]],
    ['an invalid byte', [0xff]],
    ['a truncated character', [0xe2, 0x82]],
    ['an overlong encoding', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('%s', async (_, bytes) => {
    const body = Buffer.from('{"name":"?","categoryId":1}').toString('latin1').split('?');
    const sent = Buffer.concat([
      Buffer.from(body[0] ?? ''),
      Buffer.from(bytes),
      Buffer.from(body[1] ?? ''),
    ]);
    const [detail] = expectError(await postInvalid(sent), 400, 'invalid_request', ['body ']);
    expect(detail?.message).toBe('is not valid UTF-8');
  });

  test.each(['utf16le', 'utf-16le with a byte order mark'])('%s', async (name) => {
    const mark = name === 'utf16le' ? '' : '\ufeff';
    // without the mark it is valid UTF-8 with NUL characters, which is not JSON
    expectError(await postInvalid(Buffer.from(mark + PET, 'utf16le')), 400, 'invalid_request', [
      'body ',
    ]);
  });
});

describe('when the body is JSON but not an object, then it is a 400 that names the body:', () => {
  test.each(['null', 'true', '0', '"Hambone"', '[]', `[${PET}]`, '""'])('%s', async (body) => {
    const [detail] = expectError(await postInvalid(body), 400, 'invalid_request', ['body ']);
    expect(detail?.message).toBe('must be of type object');
  });

  test('empty', async () => {
    const [detail] = expectError(await postInvalid(''), 400, 'invalid_request', ['body ']);
    expect(detail?.message).toBe('is required');
  });
});

describe('when the body is nested deeper than 32 levels, then it is a 400 that names the location:', () => {
  test.each([33, 34, 1000, 8000])('%i arrays', async (levels) => {
    const body = '['.repeat(levels) + ']'.repeat(levels);
    const details = expectError(await postInvalid(body), 400, 'invalid_request');
    expect(details).toContainEqual({
      in: 'body',
      path: '/0'.repeat(32),
      code: 'max_depth',
      message: 'is nested deeper than 32 levels',
    });
  });

  test.each([32, 33, 2700])('%i objects', async (levels) => {
    const inner = levels - 1;
    const body = `{"name":${'{"a":'.repeat(inner)}1${'}'.repeat(inner)},"categoryId":1}`;
    const place = levels > 32 ? `body /name${'/a'.repeat(31)}` : 'body /name';
    expectError(await postInvalid(body), 400, 'invalid_request', [place]);
  });
});

test('when there are several errors, then all are listed', async () => {
  const body =
    '{"name":"","name":"","categoryId":9223372036854775808,"status":"lost","id":1,"a/b~":2}';
  const reply = await postInvalid(body, '/pets?dryRun=true&limit=1');
  const details = expectError(reply, 400, 'invalid_request');
  const listed = details.map(({ in: place, path, code, message }) => [place, path, code, message]);
  expect(listed.map((detail) => detail.join(' ')).sort()).toEqual([
    'body /a~1b~0 unknown is not a known property',
    'body /categoryId format must be a 64-bit integer in decimal digits',
    'body /id unknown is not a known property',
    'body /name duplicate is given more than once',
    `body /status enum must be one of ${petStatuses().join(', ')}`,
    'query /dryRun unknown is not a parameter of this operation',
    'query /limit unknown is not a parameter of this operation',
  ]);
});

test('when a body was postInvalid, then the next valid one is accepted', async () => {
  await postInvalid('{');
  const created = await server.call('/pets', { method: 'POST', json: JSON.parse(PET) });
  expect(created.json).toEqual({ id: 1, name: 'Hambone', categoryId: 1 });
});
