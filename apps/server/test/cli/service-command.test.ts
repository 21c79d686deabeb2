// deploy/animal-store.sh: what the command line of a service gets from its settings, and what not from its caller.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';

/** A user of every Debian, in whose name the script is installed. Its files exist for the test alone. */
const NAME = 'daemon';
const SCRIPT = readRepositoryFile('deploy/animal-store.sh');
/** Prints its environment, arguments, folder, user and standard input, each ended by NUL. */
const PROGRAM = `#!/bin/sh
env -0; printf '=%s\\0' "$@" "$PWD" "$(id -un) $(id -Gn)" "$(cat)"; exit 3`;

const MACHINE = `
mount -t tmpfs tmpfs /opt
mkdir -p /opt/upper /opt/work /opt/${NAME}/bin
mount -t overlay -o lowerdir=/etc,upperdir=/opt/upper,workdir=/opt/work overlay /etc
mount -t tmpfs tmpfs /var/lib
mkdir /var/lib/${NAME}
printf %s "$SETTINGS" > /etc/${NAME}.env
chmod 600 /etc/${NAME}.env
printf %s "$PROGRAM" > /opt/${NAME}/bin/animal-store
printf %s "$SCRIPT" > /opt/${NAME}/${NAME}
chmod 755 /opt/${NAME}/bin/animal-store
cd /root
DATABASE_URL=postgres://other PGHOST=other HOME=/root NODE_OPTIONS=--bad exec sh /opt/${NAME}/${NAME} "$@"`;

function run(settings: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, SCRIPT, PROGRAM, SETTINGS: settings };
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--mount', 'sh', '-euc', MACHINE, 'sh', ...args],
    { env, input: 'typed', encoding: 'utf8' },
  );
  const lines = stdout.split('\0').slice(0, -1);
  const printed = lines.filter((line) => line.startsWith('=')).map((line) => line.slice(1));
  const variables = lines.filter((line) => !line.startsWith('='));
  const own = /^(?:HOME|SHELL|USER|LOGNAME|PATH|TERM|PWD|OLDPWD|SETTING_\w+)=/;
  return {
    status,
    stderr,
    printed,
    settings: Object.fromEntries(
      variables.map((line) => [line.replace(/=.*/s, ''), line.replace(/^.*?=/s, '')]),
    ),
    foreign: variables.filter((line) => !own.test(line)),
  };
}

describeIfTool('mount')('when root runs a command of a service', () => {
  test('then it runs in the place of the service, with none of the variables of the caller', () => {
    const result = run('SETTING_A=1\n', 'keys', 'a b', '');
    expect(result).toMatchObject({ status: 3, stderr: '', foreign: [] });
    expect(result.settings).toMatchObject({ SETTING_A: '1', USER: NAME, LOGNAME: NAME });
    expect(result.settings.HOME).not.toBe('/root');
    const [key, name, none, folder, user, input] = result.printed;
    expect([key, name, none, input]).toEqual(['keys', 'a b', '', 'typed']);
    expect([folder, user]).toEqual([`/var/lib/${NAME}`, `${NAME} ${NAME}`]);
  });

  /** Verified with systemd 252 (load_env_file). */
  test.each([
    ['ab#cd', 'ab#cd'],
    ['ab #cd ; e  ', 'ab #cd ; e'],
    ['', ''],
    ['postgres://u:p%20w@h/d?a=b&c=$d', 'postgres://u:p%20w@h/d?a=b&c=$d'],
    ['$(id) `id` ~ * "x"', '$(id) `id` ~ * "x"'],
    ['\'a "b" \\c $d\'', 'a "b" \\c $d'],
    ['"a \\"b\\" \\$c \\\\ \\d"', 'a "b" $c \\ \\d'],
    ["it's", "it's"],
    ["it\\'s\\ \\ ", "it's  "],
    ['\'a\'"b" c', 'abc'],
    ['one\\\n  two', 'one  two'],
    ['"one\ntwo"\r', 'one\ntwo'],
    ["'-----BEGIN-----\nx=y\n# z\n-----END-----'", '-----BEGIN-----\nx=y\n# z\n-----END-----'],
  ])('then %j in the file of the settings is what systemd makes of it', (text, value) => {
    const before = `# it's a comment \\\nSETTING_B=2\n; "another\nno setting\n=x\nexport SETTING_C=3\n`;
    const { settings, foreign } = run(`${before}\n  SETTING_A = ${text}\nSETTING_Z=26`);
    expect(settings).toMatchObject({ SETTING_A: value, SETTING_Z: '26' });
    expect(foreign).toEqual([]);
    expect(settings).not.toHaveProperty('SETTING_B');
    expect(settings).not.toHaveProperty('SETTING_C');
  });

  test('then nothing runs without the file of its settings', () => {
    const script = join(REPOSITORY, 'deploy/animal-store.sh');
    const { status, stderr } = spawnSync('sh', [script], { encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('/etc/animal-store.sh.env');
  });
});
