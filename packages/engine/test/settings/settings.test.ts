// Settings: their defaults, what each accepts and refuses, and files that hold them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { meaningOf, NONE } from '../../src/cli/commands/config.js';
import { integerBetween, oneOf, readText } from '../../src/settings/setting-readers.js';
import {
  defaultOf,
  readConfig as read,
  SETTINGS,
  type Setting,
} from '../../src/settings/settings.js';

const PRODUCT = 'animal-store';

function readConfig(env: NodeJS.ProcessEnv, onProblem?: (problem: string) => void) {
  return read(env, PRODUCT, onProblem);
}

/** Message of the error for this environment. */
function errorOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
}

test('when no variable is set, then every setting has a secure default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    database: { kind: 'sqlite', file: resolve('data/animal-store.db') },
    rateLimitUrl: undefined,
    corsOrigins: [],
    trustProxy: false,
    maxConnectionsPerAddress: 1_000,
    logLevel: 'info',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    ownSettings: {},
    warnings: [],
  });
});

test.each<[string, string, object]>([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['HOST', '::', { host: '::' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['DATABASE_URL', ':memory:', { database: { kind: 'sqlite', file: ':memory:' } }],
  [
    'DATABASE_URL',
    'file:../a b/a.db',
    { database: { kind: 'sqlite', file: resolve('../a b/a.db') } },
  ],
  ['DATABASE_URL', 'file:a#b@c.db', { database: { kind: 'sqlite', file: resolve('a#b@c.db') } }],
  ['DATABASE_URL', 'file:///var/a.db', { database: { kind: 'sqlite', file: '/var/a.db' } }],
  ['RATE_LIMIT_URL', 'redis://cache', { rateLimitUrl: 'redis://cache' }],
  ['RATE_LIMIT_URL', 'redis://u:p@cache:1/3', { rateLimitUrl: 'redis://u:p@cache:1/3' }],
  ['RATE_LIMIT_URL', 'rediss://:%C3%A9@[::1]/', { rateLimitUrl: 'rediss://:%C3%A9@[::1]/' }],
  ['RATE_LIMIT_URL', 'redis+cluster://cache/', { rateLimitUrl: 'redis+cluster://cache/' }],
  ['CORS_ORIGINS', '', { corsOrigins: [] }],
  [
    'CORS_ORIGINS',
    ' https://a.b , ,http://*.b.c:1,',
    { corsOrigins: ['https://a.b', 'http://*.b.c:1'] },
  ],
  ['TRUST_PROXY', '', { trustProxy: false }],
  ['TRUST_PROXY', '0', { trustProxy: 0, maxConnectionsPerAddress: 1_000 }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', 'loopback', { trustProxy: ['loopback'], maxConnectionsPerAddress: undefined }],
  ['TRUST_PROXY', '10.0.0.0/8, fd00::/8,::1', { trustProxy: ['10.0.0.0/8', 'fd00::/8', '::1'] }],
  ['MAX_CONNECTIONS_PER_ADDRESS', '1', { maxConnectionsPerAddress: 1 }],
  ['MAX_CONNECTIONS_PER_ADDRESS', '10000', { maxConnectionsPerAddress: 10_000 }],
  ['LOG_LEVEL', 'trace', { logLevel: 'trace' }],
  ['LOG_LEVEL', 'Silent', { logLevel: 'silent' }],
  ['LOG_FORMAT', 'json', { logFormat: 'json' }],
  ['METRICS_PORT', '9464', { metricsPort: 9464 }],
  ['METRICS_PORT', '', { metricsPort: undefined }],
  ['METRICS_HOST', '10.0.0.7', { metricsHost: '10.0.0.7' }],
])('%s accepts "%s"', (name, value, wanted) => {
  expect(readConfig({ [name]: value })).toMatchObject(wanted);
});

/** Of an origin, the other invalid forms are in keys/origin-pattern.test.ts. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PORT: ['', '-1', '65536', '99999999999999999999', '80.0', '8e3', '0x50', ' 80', '80\n', '٣'],
  HOST: ['', 'a b', '127.0.0.1 ', 'http://127.0.0.1', '127.0.0.1/8', '[::1]', 'a,b', 'a\n'],
  CORS_ORIGINS: ['*', 'null', 'https://shop.example/', 'https://a.b https://c.d', 'https://*.com'],
  'TRUST_PROXY of words': ['true', ':::', 'face', 'proxy.example', '*', 'loopback 10.0.0.1'],
  'TRUST_PROXY of numbers': ['-1', '1.5', '10.0.0', '10.0.0.256', '10.0.0.0/33', '10.0.0.0/0'],
  'TRUST_PROXY of ranges': ['10.0.0.0/', '10.0.0.0/8/8', '::1/129', '10.0.0.1,proxy'],
  MAX_CONNECTIONS_PER_ADDRESS: ['', '0', '-1', '1.5', '10001', '1e3', 'none', '007'],
  LOG_FORMAT: ['JSON', 'pretty'],
  LOG_LEVEL: ['', 'verbose', '30', 'toString', 'info,debug'],
};

test.each(
  Object.entries(REFUSED).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name.replace(/ .*/, ''), value]),
  ),
)('when %s is "%s", then the error names the variable and the allowed values', (name, value) => {
  const message = errorOf({ [name]: value });
  expect(message.startsWith(`${name} must be `)).toBe(true);
  expect(message.endsWith(` (got ${JSON.stringify(value)})`)).toBe(true);
});

test('when an item of a list is invalid, then the error names that alone', () => {
  expect(errorOf({ CORS_ORIGINS: 'https://a.example, b.example' })).toMatch(
    / \(got "b\.example"\)$/,
  );
});

const URLS: Readonly<Record<string, readonly string[]>> = {
  DATABASE_URL: [
    ...['', 'animals.db', '/var/lib/animals.db', 'file:', 'File:animals.db', ':MEMORY:'],
    ...['sqlite:animals.db', 'mysql:store:hunter2@db.example', 'store:hunter2@db.example'],
    ...['mysql://store:hunter2@db.example:hunter2/animals?password=hunter2', 'mysql+ssl://hunter2'],
    ...['//store:hunter2@db.example', ' file:animals.db?key=hunter2'],
  ],
  RATE_LIMIT_URL: [
    ...['hunter2', 'http://user:hunter2@cache:6379', 'redis://:hunter2@'],
    ...['redis://:hunter2%@cache', 'redis://:hunter2@cache/0?password=hunter2'],
    ...['postgres://postgres:hunter2@cache:5432/postgres', 'redis://:hunter2@cache/first'],
    ...['redis+cluster://:hunter2@cache/1', 'redis://cache#hunter2'],
  ],
};

test.each(Object.entries(URLS).flatMap(([name, urls]) => urls.map((url) => [name, url])))(
  'when %s is %j, then the error has the allowed forms, and not this one',
  (name = '', value = '') => {
    const allowed = name === 'DATABASE_URL' ? 'file:PATH' : 'redis:';
    const message = errorOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} .*must be .*${allowed}`));
    expect(message).not.toMatch(/hunter2|db\.example|cache/);
  },
);

test.each([
  ...['/hunter2', '?hunter2', '#hunter2', 'hunter2/2', 'hunter2?2', 'hunter2#2', 'hunter2:2#2'],
  ...['1234/2', '1234?2', '1234#2', '1234/2?2', '1234#/2'], // which would be a port and a database
])(
  'when a password is %s, then the error says how to write it, and repeats none of it',
  (password) => {
    for (const [name, url] of [
      ['DATABASE_URL', `postgres://u:${password}@db.example/animals`],
      ['DATABASE_URL', `postgresql://${password}@db.example/animals`],
      ['RATE_LIMIT_URL', `rediss://u:${password}@db.example`],
    ] as const) {
      const message = errorOf({ [name]: url });
      expect(message).toMatch(
        ` must be a URL with %2F, %3F, %23 and %40 in place of each /, ?, # and @ in `,
      );
      expect(message).not.toMatch(/hunter2|1234|db\.example/);
    }
  },
);

test('when a shop has settings of its own, then they are read and refused as the others are', () => {
  const own = {
    most: { name: 'MAX_FILMS', default: '3', meaning: 'films', read: integerBetween(1, 9) },
    mode: { name: 'FILM_MODE', default: 'off', meaning: 'mode', read: oneOf('off', 'on') },
    token: { name: 'FILM_TOKEN', default: '', meaning: 'token', read: readText, isSecret: true },
  };
  const problems: string[] = [];
  const readOwn = (env: Record<string, string>) =>
    read(env, PRODUCT, (problem) => problems.push(problem), own);
  const set = readOwn({ MAX_FILMS: '5', FILM_TOKEN: 'secret', FILM_MODES: 'on' });
  expect(set.ownSettings).toEqual({ most: 5, mode: 'off', token: 'secret' });
  expect(set.warnings).toEqual([
    'FILM_MODES is not a setting and has no effect; did you mean FILM_MODE?',
  ]);
  readOwn({ MAX_FILMS: '10', FILM_MODE: 'yes' });
  expect(problems).toEqual([
    'MAX_FILMS must be a number from 1 to 9 (got "10")',
    'FILM_MODE must be one of off, on (got "yes")',
    'FILM_TOKEN must be set',
  ]);
});

test('when several values are invalid, then the error names the first, and a listener gets each', () => {
  const env = { PORT: 'x', LOG_LEVEL: 'x', METRICS_PORT: '3000' };
  expect(errorOf(env)).toMatch(/^PORT /);
  const problems: string[] = [];
  const config = readConfig(env, (problem) => problems.push(problem));
  const names = problems.map((problem) => problem.split(' ')[0]);
  expect(names).toEqual(['PORT', 'LOG_LEVEL', 'METRICS_PORT']);
  expect(config).toMatchObject({ port: 3000, logLevel: 'info' });
});

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['0.0.0.0', '127.0.0.1', true],
  ['10.0.0.7', '::', true],
  ['localhost', '127.0.0.1', true],
  ['10.0.0.7', '127.0.0.1', false],
])('when PORT is METRICS_PORT on %s and %s, then it is refused: %s', (...row) => {
  const [HOST, METRICS_HOST, isRefused] = row;
  const env = { PORT: '8080', METRICS_PORT: '8080', HOST, METRICS_HOST };
  const message = 'METRICS_PORT must differ from PORT (both are 8080)';
  if (isRefused) expect(errorOf(env)).toBe(message);
  else expect(readConfig(env).metricsPort).toBe(8080);
  expect(readConfig({ ...env, PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
});

describe('when a file holds a setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const file = join(folder, 'secret');
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['', '\n', '\r\n'])('then it is read without a final newline: %j', (end) => {
    const url = 'postgres://u:p@db/shop';
    writeFileSync(file, `${url}${end}`);
    const env = { DATABASE_URL: '', DATABASE_URL_FILE: file }; // empty, as a container overrides its image
    expect(readConfig(env).database).toEqual({ kind: 'postgres', url });
    writeFileSync(file, `redis://:p@cache${end}`);
    expect(readConfig({ RATE_LIMIT_URL_FILE: file }).rateLimitUrl).toBe('redis://:p@cache');
  });

  test('then an unreadable or an invalid one, and a variable beside it are refused', () => {
    for (const path of [join(folder, 'missing'), folder, ''])
      expect(errorOf({ DATABASE_URL_FILE: path })).toContain(
        `cannot read ${path}, which DATABASE_URL_FILE names: E`,
      );
    writeFileSync(file, 'mysql://u:hunter2@db');
    expect(errorOf({ DATABASE_URL_FILE: file })).toMatch(/^DATABASE_URL must be (?!.*hunter2)/);
    expect(errorOf({ RATE_LIMIT_URL: 'redis://a', RATE_LIMIT_URL_FILE: file })).toBe(
      'RATE_LIMIT_URL and RATE_LIMIT_URL_FILE must not both be set',
    );
  });
});

test('docs/operate/settings.md has a table of the settings, with their defaults and meanings', () => {
  const rows = Object.values<Setting>(SETTINGS).map((setting) => {
    const text = defaultOf(setting, PRODUCT);
    const defaultValue = text === '' ? NONE : `\`${text}\``;
    return `| \`${setting.name}\` | ${defaultValue} | ${meaningOf(setting)} |\n`;
  });
  const table = `| Variable | Default | Meaning |\n| --- | --- | --- |\n${rows.join('')}`;
  const page = join(__dirname, '../../../../docs/operate/settings.md');
  expect(readFileSync(page, 'utf8')).toContain(`\n${table}\n`);
});
