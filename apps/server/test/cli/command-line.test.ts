// Help, version, wrong usage and failures of the command line: output and exit codes.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { document } from '@animal-store/contract';
import { petStatuses } from '../support/contract-values.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const { version } = JSON.parse(
  readFileSync(join(REPOSITORY, 'apps/server/package.json'), 'utf8'),
) as {
  version: string;
};
const PLANS = Object.keys(document['x-rate-limit-plans']);

const store = useTempStore();

test.each([
  { call: '--help', contains: ['serve', 'keys', 'orders'] },
  { call: 'help', contains: ['serve', 'keys', 'orders'] },
  { call: 'serve --help', contains: ['serve the API'] },
  {
    call: 'keys --help',
    contains: ['create', 'update', 'show', 'list', 'rotate', 'revoke', 'unban', 'history'],
  },
  {
    call: 'keys create --help',
    contains: [
      '--plan',
      ...PLANS,
      '--per-day',
      '--expires',
      '--read-only',
      '--origin',
      '--publishable',
    ],
  },
  {
    call: 'keys update --help',
    contains: ['<id>', '--plan', ...PLANS, '--name', '--expires', 'never'],
  },
  ...['update', 'show', 'rotate', 'revoke', 'unban', 'history'].map((name) => ({
    call: `keys ${name} --help`,
    contains: ['<id>', '--json'],
  })),
  { call: 'keys list --help', contains: ['--json'] },
  { call: 'keys rotate --help', contains: ['<id>', '--overlap', '24h'] },
  { call: 'pets --help', contains: ['show', 'set-status', 'delete'] },
  { call: 'pets set-status --help', contains: ['<id>', '<status>', ...petStatuses()] },
  { call: 'usage --help', contains: ['--key', '--operation', '--days', '400', '--json'] },
  { call: 'orders --help', contains: ['import'] },
  { call: 'orders import --help', contains: ['<file>', 'NDJSON'] },
])('"$call" prints its usage to stdout and exits with 0', async ({ call, contains }) => {
  const { stdout, stderr, exitCode } = await store.cli(call.split(' '));
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(stdout).toMatch(/^Usage: animal-store/);
  for (const word of contains) expect(stdout).toContain(word);
});

test.each(['--version', '-V'])('"%s" prints the version of package.json alone', async (option) => {
  expect(await store.cli([option])).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
});

const CREATE = ['keys', 'create', '--name', 'x', '--plan'];
const ENTERPRISE = [...CREATE, 'enterprise'];

test.each<[args: string[], message: string]>([
  [[], 'a command is required'],
  [['keys'], 'a command is required'],
  [['orders'], 'a command is required'],
  [['help', 'sell'], 'a command is required'],
  [['sell'], "unknown command 'sell'"],
  [['keys', 'lend'], "unknown command 'lend'"],
  [['--fast'], "unknown option '--fast'"],
  [['serve', '--port', '80'], "unknown option '--port'"],
  [['serve', 'now'], 'too many arguments'],
  [['keys', 'list', '--xml'], "unknown option '--xml'"],
  [['keys', 'list', 'all'], 'too many arguments'],
  [['keys', 'create', '--name', 'x'], "'--plan <plan>'"],
  [['keys', 'create', '--plan', 'free'], "'--name <name>'"],
  [['keys', 'create', '--plan', 'free', '--nam', 'x'], "unknown option '--nam'"],
  [['copy', '--form', 'file:a.db', '--to', 'postgres://b/c'], "unknown option '--form'"],
  [['copy', '--from', 'file:a.db'], "required option '--to <url>' not specified"],
  [['keys', 'create', '--plan', 'free', '--name'], "'--name <name>' argument missing"],
  [
    ['keys', 'create', '--plan', 'free', '--name', ''],
    "'--name <name>' argument '' is invalid. It must not be empty.",
  ],
  [
    ['keys', 'create', '--plan', 'free', '--name', ' \t'],
    "'--name <name>' argument ' \t' is invalid",
  ],
  ...['0', '-5', '+5', '1e3', '0x10', '5.0', '', ' 5', '1000000000000000', 'many'].map(
    (number): [string[], string] => [
      [...ENTERPRISE, `--per-minute=${number}`, '--per-day', '5'],
      `'--per-minute <n>' argument '${number}' is invalid. It must be an integer from 1 to 999999999999999.`,
    ],
  ),
  [
    [...ENTERPRISE, '--per-minute', '5', '--per-day', '0'],
    "'--per-day <n>' argument '0' is invalid",
  ],
  ...['0s', '0d', '90', '90y', '1.5d', '-1d', '90 d', '', '1000000d'].map(
    (text): [string[], string] => [
      [...CREATE, 'free', `--expires=${text}`],
      `'--expires <duration>' argument '${text}' is invalid. It must be a duration of at least 1s, such as 30m, 12h or 90d.`,
    ],
  ),
  [[...CREATE, 'free', '--publishable'], '--publishable requires --origin'],
  [[...CREATE, 'free', '--publishable', '--read-only'], '--publishable requires --origin'],
  [[...CREATE, 'free', '--read-only=no'], "unknown option '--read-only=no'"],
  [['keys', 'rotate', 'key_1', '--read-only'], "unknown option '--read-only'"],
  [['keys', 'rotate'], "missing required argument 'id'"],
  [['keys', 'rotate', 'key_1', 'key_2'], 'too many arguments'],
  ...['24', 'h', '1.5h', '-1h', '5y', '24 h', '', '1000000d'].map((text): [string[], string] => [
    ['keys', 'rotate', 'key_1', `--overlap=${text}`],
    `'--overlap <duration>' argument '${text}' is invalid. It must be a duration such as 0s, 30m, 24h or 7d.`,
  ]),
  [['keys', 'update', 'key_1'], 'nothing to change: use --plan, --name, '],
  [['keys', 'update', 'key_1', '--json'], 'nothing to change: use --plan, --name, '],
  [['keys', 'update', '--plan', 'pro'], "missing required argument 'id'"],
  [['keys', 'update', 'key_1', '--name', ''], "'--name <name>' argument '' is invalid"],
  [['keys', 'update', 'key_1', '--per-day', '0'], "'--per-day <n>' argument '0' is invalid"],
  [['keys', 'update', 'key_1', '--read-only'], "unknown option '--read-only'"],
  ...['0s', '90', 'always', ''].map((text): [string[], string] => [
    ['keys', 'update', 'key_1', `--expires=${text}`],
    `'--expires <duration>' argument '${text}' is invalid. It must be \`never\`, or a duration of at least 1s, such as 30m, 12h or 90d.`,
  ]),
  ...['show', 'unban', 'history'].map((name): [string[], string] => [
    ['keys', name],
    "missing required argument 'id'",
  ]),
  [['keys', 'revoke'], "missing required argument 'id'"],
  [['keys', 'revoke', 'key_1', 'key_2'], 'too many arguments'],
  ...['0', '401', '1.5', '-1', '', 'all'].map((days): [string[], string] => [
    ['usage', `--days=${days}`],
    `'--days <n>' argument '${days}' is invalid. It must be a number from 1 to 400.`,
  ]),
  [['pets'], 'a command is required'],
  [['pets', 'show'], "missing required argument 'id'"],
  [['pets', 'set-status', '1'], "missing required argument 'status'"],
  [['pets', 'delete', '1', '2'], 'too many arguments'],
  [['orders', 'import'], "missing required argument 'file'"],
  [['orders', 'import', 'a.ndjson', 'b.ndjson'], 'too many arguments'],
])(
  'when the arguments are %j, then it exits with 2, prints the reason and touches no store',
  async (args, message) => {
    const { stdout, stderr, exitCode } = await store.cli(args);
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toContain(message);
    expect(stderr).toContain('animal-store: ');
    expect(await readdir(store.folder)).toEqual([]);
  },
);

const BAD_ORIGINS = [
  'shop.example',
  'https://shop.example/',
  'https://shop.example:443',
  'https://Shop.example',
  'https://*.com',
  'https://a.example,https://b.example',
  'null',
  '*',
  '',
];

test.each<[args: string[], message: string]>([
  [['copy', '--from', ':memory', '--to', 'postgres://b/c'], '--from must be file:PATH (got '],
  [['copy', '--from', 'file:a.db', '--to', 'b'], '--to must be postgres://HOST/DATABASE (got '],
  [['pets', 'import', 'animals.csv'], 'there is no file /'],
  [['orders', 'import', 'orders.ndjson'], 'there is no file /'],
  [[...CREATE, 'gold'], `the plan "gold" does not exist; the plans are ${PLANS.join(', ')}`],
  [[...CREATE, 'toString'], 'the plan "toString" does not exist'],
  [[...CREATE, 'free', '--per-minute', '5'], '--per-minute and --per-day are not allowed'],
  [[...CREATE, 'business', '--per-day', '5'], '--per-minute and --per-day are not allowed'],
  [ENTERPRISE, '--per-minute and --per-day are required'],
  [[...ENTERPRISE, '--per-minute', '5'], '--per-minute and --per-day are required'],
  [[...ENTERPRISE, '--per-day', '5'], '--per-minute and --per-day are required'],
  [['keys', 'update', 'key_1', '--plan', 'gold'], 'the plan "gold" does not exist'],
  ...BAD_ORIGINS.map((origin): [string[], string] => [
    [...CREATE, 'free', `--origin=${origin}`],
    `--origin must be an origin such as https://shop.example, http://localhost:5173 or https://*.preview.example (got "${origin}")`,
  ]),
])(
  'when a value of %j is unknown, then it exits with 1, prints one line and touches no store',
  async (args, message) => {
    const { stdout, stderr, exitCode } = await store.cli(args);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(message);
    expect(await readdir(store.folder)).toEqual([]);
  },
);

test.each([
  { args: ['keys', 'revoke', 'key_1'], message: 'key "key_1" does not exist' },
  ...['rotate', 'show', 'unban', 'history'].map((name) => ({
    args: ['keys', name, 'key_1'],
    message: 'key "key_1" does not exist',
  })),
  { args: ['keys', 'update', 'key_1', '--plan', 'pro'], message: 'key "key_1" does not exist' },
])('when $args fails, then it exits with 1 and prints one line', async ({ args, message }) => {
  await store.cli(['migrate']);
  const { stdout, stderr, exitCode } = await store.cli(args);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toMatch(/^animal-store: .+\n$/);
  expect(stderr).toContain(message);
});
