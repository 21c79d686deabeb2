import { readdir } from 'node:fs/promises';
import { document } from '@animal-store/contract';
import { useTempStore } from '../support/use-temp-store.js';

const PLANS = Object.keys(document['x-rate-limit-plans']);

const store = useTempStore();

test.each([
  { call: '--help', contains: ['serve', 'keys', 'orders'] },
  { call: 'help', contains: ['serve', 'keys', 'orders'] },
  { call: 'serve --help', contains: ['serve the API'] },
  { call: 'keys --help', contains: ['create', 'list', 'rotate', 'revoke'] },
  {
    call: 'keys create --help',
    contains: ['--plan', ...PLANS.map((plan) => `"${plan}"`), '--per-day'],
  },
  { call: 'keys list --help', contains: ['--json'] },
  { call: 'keys rotate --help', contains: ['<id>', '--overlap', '24h'] },
  { call: 'keys revoke --help', contains: ['<id>'] },
  { call: 'orders --help', contains: ['import'] },
  { call: 'orders import --help', contains: ['<file>', 'NDJSON'] },
])('"$call" prints its usage to stdout and exits with 0', async ({ call, contains }) => {
  const { stdout, stderr, exitCode } = await store.cli(call.split(' '));
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(stdout).toMatch(/^Usage: animal-store/);
  for (const word of contains) expect(stdout).toContain(word);
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
  [['keys', 'create', '--plan', 'free', '--name'], "'--name <name>' argument missing"],
  [
    ['keys', 'create', '--plan', 'free', '--name', ''],
    "'--name <name>' argument '' is invalid. It must not be empty.",
  ],
  [
    ['keys', 'create', '--plan', 'free', '--name', ' \t'],
    "'--name <name>' argument ' \t' is invalid",
  ],
  [[...CREATE, 'gold'], `argument 'gold' is invalid. Allowed choices are ${PLANS.join(', ')}.`],
  [[...CREATE, 'toString'], "'--plan <plan>' argument 'toString' is invalid"],
  [[...CREATE, 'free', '--per-minute', '5'], '--per-minute and --per-day are not allowed'],
  [[...CREATE, 'business', '--per-day', '5'], '--per-minute and --per-day are not allowed'],
  [ENTERPRISE, '--per-minute and --per-day are required'],
  [[...ENTERPRISE, '--per-minute', '5'], '--per-minute and --per-day are required'],
  [[...ENTERPRISE, '--per-day', '5'], '--per-minute and --per-day are required'],
  ...['0', '-5', '+5', '1e3', '0x10', '5.0', '', ' 5', '9007199254740992', 'many'].map(
    (number): [string[], string] => [
      [...ENTERPRISE, `--per-minute=${number}`, '--per-day', '5'],
      `'--per-minute <n>' argument '${number}' is invalid. It must be a positive integer.`,
    ],
  ),
  [
    [...ENTERPRISE, '--per-minute', '5', '--per-day', '0'],
    "'--per-day <n>' argument '0' is invalid",
  ],
  [['keys', 'rotate'], "missing required argument 'id'"],
  [['keys', 'rotate', 'key_1', 'key_2'], 'too many arguments'],
  ...['24', 'h', '1.5h', '-1h', '5y', '24 h', '', '1000000d'].map((text): [string[], string] => [
    ['keys', 'rotate', 'key_1', `--overlap=${text}`],
    `'--overlap <duration>' argument '${text}' is invalid. It must be a duration such as 0s, 30m, 24h or 7d.`,
  ]),
  [['keys', 'revoke'], "missing required argument 'id'"],
  [['keys', 'revoke', 'key_1', 'key_2'], 'too many arguments'],
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

test.each([
  { args: ['keys', 'revoke', 'key_1'], message: 'key "key_1" does not exist' },
  { args: ['keys', 'rotate', 'key_1'], message: 'key "key_1" does not exist' },
])('when $args fails, then it exits with 1 and prints one line', async ({ args, message }) => {
  const { stdout, stderr, exitCode } = await store.cli(args);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toMatch(/^animal-store: .+\n$/);
  expect(stderr).toContain(message);
});
