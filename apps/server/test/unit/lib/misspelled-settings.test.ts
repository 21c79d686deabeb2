// Environment variables that resemble a setting.
import { readConfig, SETTINGS } from '../../../src/config.js';

const warningsOf = (env: Record<string, string>) => readConfig(env).warnings;

test.each([
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['CORS_ORGINS', 'CORS_ORIGINS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSAE_URL', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['RATE_LIMIT_URI', 'RATE_LIMIT_URL'],
  ['MAX_CONNECTION_PER_ADDRESS', 'MAX_CONNECTIONS_PER_ADDRESS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['log_level', 'LOG_LEVEL'],
  ['LOG-LEVEL', 'LOG_LEVEL'],
])('when %s is set, then a warning names %s, and not the value', (name, setting) => {
  const [warning, ...others] = warningsOf({ [name]: 'secret' });
  expect(warning).toBe(`${name} is not a setting and has no effect; did you mean ${setting}?`);
  expect(others).toEqual([]);
});

test('when settings are spelled right, then there is no warning', () => {
  const valid = { PORT: '1', HOST: '::', MAX_CONNECTIONS_PER_ADDRESS: '1', LOG_LEVEL: 'info' };
  expect(warningsOf(valid)).toEqual([]);
});

test('when variables belong to other programs, then there is no warning', () => {
  const names = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTS',
      'POST',
      'PORTS',
      'PWD',
      'USER',
      'LOGNAME',
      'SHELL',
      'TERM',
      'LANG',
      'TZ',
    ],
    ...[
      'DATABASE',
      'DATABASE_HOST',
      'DATABASE_PORT',
      'DATABASE_USER',
      'DATABASE_NAME',
      'DATABASE_PASSWORD',
    ],
    ...['DATABASE_SSL', 'TEST_DATABASE_URL', 'REDIS_URL', 'PGHOST', 'PGPASSWORD', 'PGPASSFILE'],
    ...[
      'NODE_ENV',
      'NODE_OPTIONS',
      'npm_config_loglevel',
      'npm_package_name',
      'INIT_CWD',
      'LOG_FILE',
      'LOG_FORMAT',
    ],
    ...[
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'RATE_LIMIT',
      'RATE_LIMIT_TTL',
      'CORS',
      'MAX_CONNECTIONS',
    ],
    ...[
      'ANIMAL_STORE_PORT',
      'ANIMAL_STORE_SERVICE_HOST',
      'ANIMAL_STORE_SERVICE_PORT',
      'KUBERNETES_PORT',
    ],
    ...[
      'METRICS_PATH',
      'METRICS_SERVICE_HOST',
      'METRICS_PORT_9464_TCP_ADDR',
      'INVOCATION_ID',
      'STATE_DIRECTORY',
    ],
  ];
  expect(warningsOf(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
  expect(
    warningsOf({
      ...process.env,
      ...Object.fromEntries(SETTINGS.map((name) => [name, undefined])),
    } as Record<string, string>),
  ).toEqual([]);
});

test('when Kubernetes sets the address of a service, then there is no warning', () => {
  expect(warningsOf({ DATABASE_URI: 'tcp://10.0.0.7:80' })).toEqual([]);
});
