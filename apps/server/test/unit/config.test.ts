import { readConfig } from '../../src/config.js';

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
    database: { kind: 'sqlite', file: './data/animal-store.db' },
    rateLimitUrl: undefined,
    corsOrigins: [],
    trustProxy: false,
    maxConnectionsPerAddress: 1_000,
    logLevel: 'info',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    warnings: [],
  });
});

test('every variable is read', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATABASE_URL: 'file:/var/lib/animals.db',
    CORS_ORIGINS: 'https://shop.example,http://localhost:5173',
    TRUST_PROXY: '1',
    MAX_CONNECTIONS_PER_ADDRESS: '50',
    LOG_LEVEL: 'warn',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.7',
  };
  expect(readConfig(env)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    database: { kind: 'sqlite', file: '/var/lib/animals.db' },
    rateLimitUrl: undefined,
    corsOrigins: ['https://shop.example', 'http://localhost:5173'],
    trustProxy: 1,
    maxConnectionsPerAddress: 50,
    logLevel: 'warn',
    metricsPort: 9464,
    metricsHost: '10.0.0.7',
    warnings: [],
  });
});

test.each<[string, string, object]>([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['HOST', '::', { host: '::' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['DATABASE_URL', ':memory:', { database: { kind: 'sqlite', file: ':memory:' } }],
  ['DATABASE_URL', 'file:animals.db', { database: { kind: 'sqlite', file: 'animals.db' } }],
  [
    'DATABASE_URL',
    'file:../a b/animals.db',
    { database: { kind: 'sqlite', file: '../a b/animals.db' } },
  ],
  [
    'DATABASE_URL',
    'file:///var/animals.db',
    { database: { kind: 'sqlite', file: '/var/animals.db' } },
  ],
  ['CORS_ORIGINS', '', { corsOrigins: [] }],
  [
    'CORS_ORIGINS',
    ' https://a.example , ,https://b.example:8443,',
    {
      corsOrigins: ['https://a.example', 'https://b.example:8443'],
    },
  ],
  [
    'CORS_ORIGINS',
    'https://*.preview.example,http://*.localhost:5173',
    { corsOrigins: ['https://*.preview.example', 'http://*.localhost:5173'] },
  ],
  ['TRUST_PROXY', '', { trustProxy: false }],
  ['TRUST_PROXY', '0', { trustProxy: 0 }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', 'loopback', { trustProxy: ['loopback'] }],
  [
    'TRUST_PROXY',
    'loopback, 10.0.0.0/8,fd00::/8, 192.0.2.7, ::1',
    {
      trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7', '::1'],
    },
  ],
  ['TRUST_PROXY', '0', { maxConnectionsPerAddress: 1_000 }],
  ['TRUST_PROXY', 'loopback', { maxConnectionsPerAddress: undefined }],
  ['MAX_CONNECTIONS_PER_ADDRESS', '1', { maxConnectionsPerAddress: 1 }],
  ['MAX_CONNECTIONS_PER_ADDRESS', '10000', { maxConnectionsPerAddress: 10_000 }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['LOG_LEVEL', 'trace', { logLevel: 'trace' }],
])('%s accepts "%s"', (name, value, wanted) => {
  expect(readConfig({ [name]: value })).toMatchObject(wanted);
});

test.each(
  [
    [
      'PORT',
      [
        '',
        ' ',
        '-1',
        '65536',
        '99999999999999999999',
        '80.0',
        '8e3',
        '0x50',
        '+80',
        ' 80',
        '80 ',
        '80\n',
        'http',
        '٣',
      ],
    ],
    [
      'HOST',
      ['', ' ', 'a b', '127.0.0.1 ', 'http://127.0.0.1', '127.0.0.1/8', '[::1]', 'a,b', 'a\n'],
    ],
    [
      'CORS_ORIGINS',
      [
        '*',
        'null',
        'shop.example',
        '//shop.example',
        'https://shop.example/',
        'https://shop.example/path',
        'https://shop.example?a',
        'https://shop.example:443',
        'https://*.com',
        'https://*.*.example',
        'https://a.*.shop.example',
        'https://a*.shop.example',
        'https://*.shop.example/',
        'https://*.shop.example:443',
        'https://*shop.example',
        'HTTPS://shop.example',
        'https://Shop.example',
        'https://user@shop.example',
        'file:///home',
        'https://a.example https://b.example',
        'https://a.example;https://b.example',
      ],
    ],
    [
      'TRUST_PROXY',
      [
        'true',
        'yes',
        '-1',
        '1.5',
        '10.0.0',
        '10.0.0.256',
        '10.0.0.0/33',
        '10.0.0.0/0',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        '::1/129',
        ':::',
        'face',
        'proxy.example',
        '*',
        'loopback 10.0.0.1',
        '10.0.0.1,proxy',
      ],
    ],
    ['MAX_CONNECTIONS_PER_ADDRESS', ['', '0', '-1', '1.5', '10001', '1e3', 'none', '007']],
    ['LOG_LEVEL', ['', 'verbose', 'INFO', 'Info', '30', 'toString', 'info,debug']],
  ].flatMap(([name, values]) =>
    [...(values ?? [])].map((value): [string, string] => [String(name), value]),
  ),
)('when %s is "%s", then the error names the variable and the allowed values', (name, value) => {
  const message = errorOf({ [name]: value });
  expect(message.startsWith(`${name} must be `)).toBe(true);
  expect(message.endsWith(` (got ${JSON.stringify(value)})`)).toBe(true);
});

describe('when DATABASE_URL is invalid', () => {
  test.each([
    '',
    'animals.db',
    '/var/lib/animals.db',
    'file:',
    'File:animals.db',
    ':MEMORY:',
    'memory',
    'sqlite:animals.db',
    'mysql://store@db.example/animals',
    'https://db.example',
  ])('then the error has the allowed values: "%s"', (value) => {
    expect(errorOf({ DATABASE_URL: value })).toMatch(/^DATABASE_URL .*must be .*file:PATH/);
  });

  test.each([
    'mysql://store:hunter2@db.example/animals',
    'mysql://store:hunter2@db.example:hunter2/animals?password=hunter2',
    'mysql:store:hunter2@db.example',
    'store:hunter2@db.example',
    '//store:hunter2@db.example',
    ' file:animals.db?key=hunter2',
    'hunter2',
    'mysql+ssl://hunter2',
  ])('then the error does not repeat it, because it may contain a password: %s', (value) => {
    expect(errorOf({ DATABASE_URL: value })).not.toMatch(/hunter2|db\.example/);
  });
});

test('when an item of a list is invalid, then the error names it', () => {
  expect(errorOf({ CORS_ORIGINS: 'https://a.example, b.example' })).toMatch(
    /^CORS_ORIGINS must be .* \(got "b\.example"\)$/,
  );
});

test('when several values are invalid, then the error names the first', () => {
  expect(errorOf({ PORT: 'x', LOG_LEVEL: 'x' })).toMatch(/^PORT /);
});
