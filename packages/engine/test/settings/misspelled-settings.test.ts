// Variables that resemble a setting, of which the start warns.
import { readConfig } from '../../src/settings/settings.js';

const warningsOf = (env: Record<string, string>) => readConfig(env, 'animal-store').warnings;

test.each([
  ...['CORS_ORGINS CORS_ORIGINS', 'ALLOWED_ORIGINS CORS_ORIGINS', 'DATABASE_URI DATABASE_URL'],
  ...['DATABASE_PATH DATABASE_URL', 'DB_FILE DATABASE_URL', 'SQLITE_PATH DATABASE_URL'],
  ...['POSTGRES_URL DATABASE_URL', 'DATABASE_URL_FLE DATABASE_URL_FILE', 'LOGLEVEL LOG_LEVEL'],
  ...['log_level LOG_LEVEL', 'LOG-LEVEL LOG_LEVEL', 'TRUSTED_PROXIES TRUST_PROXY'],
  'MAX_CONNECTION_PER_ADDRESS MAX_CONNECTIONS_PER_ADDRESS',
])('when the first of %s is set, then a warning names the second, not the value', (names) => {
  const [name = '', setting] = names.split(' ');
  expect(warningsOf({ [name]: 'secret' })).toEqual([
    `${name} is not a setting and has no effect; did you mean ${setting}?`,
  ]);
});

test('when DATABASE_URL is set, then another program may have its own DB_URL without a warning', () => {
  expect(warningsOf({ DB_URL: 'secret' })).toHaveLength(1);
  expect(warningsOf({ DATABASE_URL: ':memory:', DB_URL: 'secret' })).toEqual([]);
});

test('when variables are settings or belong to other programs, then there is no warning', () => {
  const valid = { PORT: '1', HOST: '::', MAX_CONNECTIONS_PER_ADDRESS: '1', LOG_LEVEL: 'info' };
  expect(warningsOf({ ...valid, DATABASE_URI: 'tcp://10.0.0.7:80' })).toEqual([]); // of Kubernetes
  const names = `
    PATH HOME HOSTNAME HOSTS POST PORTS PWD USER LOGNAME SHELL TERM LANG TZ
    DATABASE DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DATABASE_SSL
    TEST_DATABASE_URL REDIS_URL PGHOST PGPASSWORD PGPASSFILE
    NODE_ENV NODE_OPTIONS npm_config_loglevel npm_package_name INIT_CWD LOG_FILE
    HTTP_PROXY HTTPS_PROXY NO_PROXY RATE_LIMIT RATE_LIMIT_TTL CORS MAX_CONNECTIONS
    ANIMAL_STORE_PORT ANIMAL_STORE_SERVICE_HOST ANIMAL_STORE_SERVICE_PORT KUBERNETES_PORT
    METRICS_PATH METRICS_SERVICE_HOST METRICS_PORT_9464_TCP_ADDR INVOCATION_ID STATE_DIRECTORY`;
  const variables = names.trim().split(/\s+/);
  expect(warningsOf(Object.fromEntries(variables.map((name) => [name, '1'])))).toEqual([]);
});
