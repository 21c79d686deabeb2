// Help, version, wrong usage and failures of the command line: output and exit codes.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { document } from '@animal-store/contract/document';
import { namesOf, SETTINGS } from '@animal-store/engine/internal/settings/settings';
import { shop } from '../../src/shop.js';
import { generateApiKey } from '../support/api-keys.js';
import { petStatuses } from '../support/contract-values.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';
import { useTempStore } from '../support/use-temp-store.js';

const manifest = readRepositoryFile('apps/server/package.json');
const { version }: { version: string } = JSON.parse(manifest);
const PLANS = Object.keys(document['x-rate-limit-plans']);

const store = useTempStore();

test.each([
  ['--help', ['serve', 'keys', 'orders', 'pets', 'usage', 'backup', 'restore', 'migrate', 'copy']],
  ['help', ['serve', 'docs', 'doctor']],
  ['serve --help', Object.values(SETTINGS).flatMap(namesOf)],
  ['keys create --help', PLANS],
  ['pets set-status --help', petStatuses()],
])('"%s" prints its usage to stdout and exits with 0', async (call, contains) => {
  const { stdout, stderr, exitCode } = await store.cli(call.split(' '));
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(stdout).toMatch(/^Usage: animal-store/);
  for (const word of contains) expect(stdout).toContain(word);
});

test.each(['--version', '-V'])(
  '"%s" prints the versions of program, schema and Node',
  async (call) => {
    const stdout = `animal-store ${version}, schema ${shop.schema.version}, Node ${process.version}\n`;
    expect(await store.cli([call])).toEqual({ stdout, stderr: '', exitCode: 0 });
  },
);

const CREATE = ['keys', 'create', '--name', 'x', '--plan'];
const ENTERPRISE = [...CREATE, 'enterprise'];

/** Options with values that are refused, and what is said of each. */
const REFUSED: readonly (readonly [args: string[], values: string[], message: string])[] = [
  [
    [...ENTERPRISE, '--per-day', '5', '--per-minute'],
    ['0', '-5', '+5', '1e3', '', ' 5', '1000000000000000'],
    'It must be an integer from 1 to 999999999999999.',
  ],
  [
    [...CREATE, 'free', '--expires'],
    ['0s', '90', '90y', '1.5d', '', '1000000d'],
    'It must be a duration of at least 1s, such as 30m, 12h or 90d.',
  ],
  [
    ['keys', 'rotate', 'key_1', '--overlap'],
    ['24', '-1h'],
    'It must be a duration such as 0s, 30m, 24h or 7d.',
  ],
  [['keys', 'update', 'key_1', '--expires'], ['0s', 'always'], 'It must be `never`, or a duration'],
  [['keys', 'update', 'key_1', '--per-day'], ['0'], 'It must be an integer from 1'],
  [['keys', 'create', '--plan', 'free', '--name'], ['', ' \t'], 'It must not be empty.'],
  [['keys', 'update', 'key_1', '--name'], [''], 'It must not be empty.'],
  [['keys', 'create', '--plan'], ['gold', 'toString'], `Allowed choices are ${PLANS.join(', ')}.`],
  [['keys', 'update', 'key_1', '--plan'], ['gold'], `Allowed choices are ${PLANS.join(', ')}.`],
  [['keys', 'list', '--state'], ['gone'], 'Allowed choices are live, banned, expired, revoked'],
  [
    ['usage', '--days'],
    ['0', '401', '1.5', '-1', '', 'all'],
    'It must be an integer from 1 to 400.',
  ],
  [['backup', 'a.db', '--keep'], ['0'], 'It must be '],
  [['pets', 'list', '--limit'], ['0'], 'It must be an integer from 1 to 1000.'],
  [['orders', 'list', '--after'], ['x'], 'It must be a 64-bit integer in decimal digits.'],
];

/** Arguments that are refused, and what is said of each. */
const USAGE_ERRORS: readonly (readonly [args: string[], message: string])[] = [
  ...REFUSED.flatMap(([args, values, message]) =>
    values.map((value): [string[], string] => [
      [...args.slice(0, -1), `${args.at(-1)}=${value}`],
      `argument '${value}' is invalid. ${message}`,
    ]),
  ),
  ...[[], ['keys'], ['orders'], ['pets'], ['help', 'sell']].map((args): [string[], string] => [
    args,
    'a command is required',
  ]),
  [['sell'], "unknown command 'sell'"],
  [['--fast'], "unknown option '--fast'"],
  [['serve', '--port', '80'], "unknown option '--port'"],
  [['serve', 'now'], 'too many arguments'],
  [['keys', 'find', 'key_1'], 'too many arguments'],
  [['keys', 'create', '--name', 'x'], "'--plan <plan>'"],
  [['keys', 'create', '--plan', 'free'], "'--name <name>'"],
  [['copy', '--from', 'file:a.db'], "required option '--to <url>' not specified"],
  [[...CREATE, 'free', '--publishable', '--read-only'], '--publishable requires --origin'],
  [['keys', 'rotate', 'key_1'], 'use --overlap 24h for a planned rotation, or --now for'],
  [['keys', 'rotate', 'key_1', '--now', '--overlap', '1h'], "'--now' cannot be used with"],
  [['keys', 'update', 'key_1', '--json'], 'nothing to change: use --plan, --name, '],
  [['keys', 'update', 'key_1', '--read-only'], "unknown option '--read-only'"],
  ...['revoke', 'rotate', 'update', 'show', 'unban'].map((command): [string[], string] => [
    ['keys', command],
    "missing required argument 'id'",
  ]),
  [['backup', 'a.db', '--keep', '1', '--verify'], "'--verify' cannot be used with option '--keep"],
  [['pets', 'set-status', '1'], "missing required argument 'status'"],
  ...['', 'SOLD', 'toString'].map((status): [string[], string] => [
    ['pets', 'set-status', '1', status],
    `'${status}' is invalid for argument 'status'. Allowed choices are ${petStatuses().join(', ')}.`,
  ]),
  ...['9223372036854775808', '1e3', '+5', '', '5x'].flatMap((id) =>
    [
      ['show', id],
      ['delete', id],
      ['set-status', id, 'sold'],
    ].map((args): [string[], string] => [
      ['pets', ...args],
      `'${id}' is invalid for argument 'id'. It must be a 64-bit integer in decimal digits.`,
    ]),
  ),
  [['orders', 'list', '--status', 'sold'], "unknown option '--status'"],
  [['orders', 'import'], "missing required argument 'file'"],
];

test('when arguments are wrong, then the command exits with 2, says why and touches no store', async () => {
  for (const [args, message] of USAGE_ERRORS) {
    const { stdout, stderr, exitCode } = await store.cli(args);
    expect([args, stdout, exitCode]).toEqual([args, '', 2]);
    expect(stderr).toContain(message);
    expect(stderr).toContain('animal-store: ');
  }
  expect(await readdir(store.folder)).toEqual([]);
});

const SECRET = generateApiKey();

test('when a secret is among the arguments, then it is refused, and nowhere in the output', async () => {
  for (const args of [
    ...['show', 'find', 'sell'].map((name) => ['keys', name, SECRET]),
    ['keys', 'create', '--plan', 'free', '--name', generateApiKey({ isPublishable: true })],
    ['usage', `--token=${SECRET}`],
    ['pets', 'import', `./x${SECRET}.csv`],
    ['help', 'as_live_cut'],
    [SECRET],
  ]) {
    const { stdout, stderr, exitCode } = await store.cli(args);
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toMatch(
      /^animal-store: this is a secret, not an id; it is not repeated here: use `keys find`/,
    );
    expect(stderr).not.toMatch(/as_(live|pub)_/);
  }
});

/** Values that are refused for what the program knows of them, and what is said of each. */
const UNKNOWN_VALUES: readonly (readonly [args: string[], message: string])[] = [
  [['copy', '--from', ':memory', '--to', 'postgres://b/c'], '--from must be file:PATH (got '],
  [['copy', '--from', 'file:a.db', '--to', 'b'], '--to must be postgres://HOST/DATABASE (got '],
  [['orders', 'import', 'orders.ndjson'], 'there is no file /'],
  [[...CREATE, 'free', '--per-minute', '5'], '--per-minute and --per-day are not allowed'],
  [[...ENTERPRISE, '--per-day', '5'], '--per-minute and --per-day are required'],
  [
    [...CREATE, 'free', '--origin=shop.example'],
    '--origin must be an origin such as https://shop.example, http://localhost:5173 or https://*.preview.example (got "shop.example")',
  ],
];

test('when a value is unknown, then the command exits with 1, prints one line and touches no store', async () => {
  for (const [args, message] of UNKNOWN_VALUES)
    expect(await store.failureOf(args)).toContain(message);
  expect(await readdir(store.folder)).toEqual([]);
});

test('when a command gets an unknown key, then it prints one line and exits with 1', async () => {
  await store.cli(['migrate']);
  for (const args of [
    ...['show', 'unban', 'history', 'revoke'].map((name) => ['keys', name, 'key_1']),
    ['keys', 'rotate', 'key_1', '--now'],
    ['keys', 'update', 'key_1', '--plan', 'pro'],
    ['usage', '--key', 'key_1'],
  ])
    expect(await store.failureOf(args)).toContain('animal-store: key "key_1" does not exist');
});

test('when a command takes more than two seconds, then it says what it does, if it has said nothing', async () => {
  const run = (code: string) => {
    const script = `${code} setTimeout(() => {}, 2500)`;
    const args = ['--import', './tools/slow-notice.js', '-e', script, 'spec', 'lint'];
    return promisify(execFile)(process.execPath, args, { cwd: REPOSITORY });
  };
  const results = await Promise.all([run(''), run('console.error("1 of 2");')]);
  expect(results).toEqual([
    { stdout: '', stderr: 'lint: checking the contract …\n' },
    { stdout: '', stderr: '1 of 2\n' },
  ]);
});

test('when a setting is misspelled, then each command warns of it once, before all else', async () => {
  for (const call of ['migrate', 'keys list', 'restore x']) {
    const { stderr } = await store.cli(call.split(' '), { LOGLEVEL: 'x' });
    const [first, ...others] = stderr.split('\n');
    expect(first).toMatch(/^animal-store: LOGLEVEL is not a setting/);
    expect(others.join()).not.toContain('LOGLEVEL');
  }
});

describe('config', () => {
  const SECRETS = {
    DATABASE_URL: 'postgres://shop:hunter2@db.example/shop?password=hunter2',
    RATE_LIMIT_URL: 'redis://:hunter2@cache.example/1',
  };

  test('prints each setting, its value without passwords, and where it is from', async () => {
    const env = { ...SECRETS, PORT: '0', TRUST_PROXY: '1' };
    const { stdout, stderr, exitCode } = await store.cli(['config'], env);
    expect([stderr, exitCode]).toEqual(['', 0]);
    const own = Object.values(shop.settings).map(({ name }) => name);
    const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
    expect(rows.filter(([name = '']) => !own.includes(name))).toEqual([
      ['setting', 'value', 'from'],
      ['PORT', '0', 'PORT'],
      ['HOST', '127.0.0.1', 'default'],
      ['DATABASE_URL', 'postgres://shop:***@db.example/shop?***', 'DATABASE_URL'],
      ['RATE_LIMIT_URL', 'redis://:***@cache.example/1', 'RATE_LIMIT_URL'],
      ['CORS_ORIGINS', 'none', 'default'],
      ['TRUST_PROXY', '1', 'TRUST_PROXY'],
      ['MAX_CONNECTIONS_PER_ADDRESS', 'none', 'default'],
      ['METRICS_PORT', 'none', 'default'],
      ['METRICS_HOST', '127.0.0.1', 'default'],
      ['LOG_LEVEL', 'info', 'default'],
      ['LOG_FORMAT', 'none', 'default'],
      [''],
    ]);
  });

  test('--check says that all settings are valid, or prints every problem, and starts nothing', async () => {
    const valid = await store.cli(['config', '--check'], { DB_URL: 'x', ...SECRETS });
    expect(valid).toEqual({ stdout: '', stderr: 'the settings are valid.\n', exitCode: 0 });
    const env = { DATABASE_URL: '', DB_URL: 'x', PORT: 'x', LOGLEVEL: 'x' };
    const { stdout, stderr, exitCode } = await store.cli(['config', '--check'], env);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr.split('\n')).toEqual([
      'animal-store: LOGLEVEL is not a setting and has no effect; did you mean LOG_LEVEL?',
      'animal-store: PORT must be a port from 0 to 65535 (got "x")',
      expect.stringMatching(/^DATABASE_URL must be .*\(got ""\)$/),
      '',
    ]);
    expect(await readdir(store.folder)).toEqual([]);
  });
});
