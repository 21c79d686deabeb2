// docs/operate/install.md, followed step by step on a machine of its own: from the package to TLS, backup, restore, upgrade, staging.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '@animal-store/contract/document';
import { describeIfTool } from '../../support/describe-if-tool.js';
import { readRepositoryFile } from '../../support/repository.js';
import { type Machine, startMachine } from './machine.js';
import { NEW_VERSION, packVersions, VERSION } from './pack-versions.js';
import { manageUnit } from './units.js';

const NAME = 'api.example.com';
const STAGING = 'staging.example.com';
const KEY = /^as_live_\w+\n$/;
const PET = JSON.stringify({ name: 'Hambone', categoryId: 1 });

describeIfTool('a machine of its own')('when docs/operate/install.md is followed', () => {
  let folder: string;
  let machine: Machine;
  let key: string;

  /** Runs a script of the page. Lines for systemd are for the test. @returns its standard output. */
  const run = (script: string) =>
    script
      .split(/^(systemctl .*)\n/m)
      .map((part) =>
        part.startsWith('systemctl ') ? manageUnit(part, machine) : machine.run(part),
      )
      .join('');
  const follow = (heading: string) => run(scriptOf(heading));
  const install = (heading: string) => {
    const lines = scriptOf(heading).split('\n');
    const isInstall = (line: string) => line.startsWith('npm install');
    machine.run(`cd /root; ${lines.filter(isInstall).join('\n')}`, 'outer');
    return run(lines.filter((line) => !isInstall(line)).join('\n'));
  };
  const curl = (args: string, name = NAME, keyToSend = key) =>
    machine.run(
      `curl -sS --cacert /etc/letsencrypt/live/${name}/fullchain.pem -H "Authorization: Bearer ${keyToSend}" ${args}`,
    );
  const add = () => curl(`-d '${PET}' -H 'Content-Type: application/json' https://${NAME}/v1/pets`);
  const list = (): unknown => JSON.parse(curl(`https://${NAME}/v1/pets`));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'animal-store-install-'));
    packVersions(folder);
    const env = { npm_config_better_sqlite3_local_prebuilds: folder };
    machine = await startMachine({ names: [NAME, STAGING], env });
    machine.run(`cp ${folder}/*.tgz /root`);
    machine.run('nginx');
  });
  afterAll(async () => {
    await machine?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('then the package is installed in a folder of its version', () => {
    install('Install the package');
    expect(machine.run('readlink /opt/animal-store')).toBe(`animal-store-${VERSION}\n`);
  });

  test('then the service is ready, as a user of its own, on the loopback interface alone', () => {
    expect(follow('Start the service')).toMatch(/^\{"status":"ready"\}$/m);
    const [pid] = machine.run('cat /run/animal-store.pid').split('\n');
    expect(machine.run(`ps -o user:20= -p ${pid}`).trim()).toBe('animal-store');
    expect(machine.run('ss -Hltn "sport = 3000"')).toMatch(/ 127\.0\.0\.1:3000 /);
  });

  test('then only this user can read the settings and the data', () => {
    const files = '/etc/animal-store.env /var/lib/animal-store /var/lib/animal-store/*';
    const modes = machine.run(`stat --format '%U %G %A' ${files}`).trim().split('\n');
    const [settings, ...data] = modes;
    expect(settings).toBe('root animal-store -rw-r-----');
    for (const mode of data) expect(mode).toMatch(/^animal-store animal-store .rw.------$/);
  });

  test('then the first key is printed alone, and is in no log', () => {
    const output = follow('Create the first key');
    expect(output).toMatch(KEY);
    key = output.trim();
    expect(machine.run('cat /var/log/animal-store.log')).not.toMatch(/as_live_/);
  });

  describe('then nginx', () => {
    test('serves the API with the key over TLS 1.2 or later and HTTP/2', () => {
      follow('Add TLS');
      expect(JSON.parse(add())).toMatchObject({ name: 'Hambone' });
      const head = curl(`-o /dev/null -D - https://${NAME}/v1/pets`);
      expect(head).toMatch(/^HTTP\/2 200/);
      expect(head).toMatch(/^strict-transport-security: max-age=31536000/m);
      expect(() => curl(`--tls-max 1.1 https://${NAME}/v1/pets`)).toThrow(/exit code 35/);
    });

    test("names the client in the server's log, whatever the client sends", () => {
      curl(`-H 'X-Forwarded-For: 203.0.113.9' -H 'X-Request-Id: forged' https://${NAME}/v1/pets`);
      const line = machine.run(
        `timeout 5 sh -c 'until grep -s forged /var/log/animal-store.log; do sleep 0.1; done'`,
      );
      expect(JSON.parse(line)).toMatchObject({ client: '127.0.0.1', status: 200 });
    });

    test('compresses what is large', () => {
      const sizes = ['', '--compressed'].map((option) =>
        Number(curl(`-o /dev/null -w '%{size_download}' ${option} https://${NAME}/openapi.json`)),
      );
      expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 4);
      expect(curl(`--compressed https://${NAME}/openapi.json`)).toBe(
        curl(`https://${NAME}/openapi.json`),
      );
    });

    test('redirects plain HTTP, but refuses it for the API', () => {
      const docs = machine.run(`curl -sS -D - http://${NAME}/docs?a=b`);
      expect(docs).toMatch(/^HTTP\/1.1 308 /);
      expect(docs).toMatch(new RegExp(`^Location: https://${NAME}/docs\\?a=b\r$`, 'm'));
      expectError(machine.run(`curl -sS http://${NAME}/v1/pets`), 403);
    });

    test("answers with the contract's errors while the service is stopped", () => {
      manageUnit('systemctl stop animal-store', machine);
      expectError(curl(`https://${NAME}/v1/pets`), 503);
      expect(curl(`-o /dev/null -D - https://${NAME}/v1/pets`)).toMatch(/^retry-after: 1\r$/m);
      manageUnit('systemctl start animal-store', machine);
      machine.run(waitUntilReady(3000));
    });
  });

  test('then a backup is written, readable by its user alone', () => {
    expect(follow('Back up')).toMatch(/-rw------- 1 animal-store animal-store .*Z\.db\n/);
  });

  test('then a restore brings back the state of the backup, and keys still work', () => {
    const before = list();
    add();
    expect(list()).not.toEqual(before);
    follow('Restore');
    machine.run(waitUntilReady(3000));
    expect(list()).toEqual(before);
  });

  test('then an upgrade runs the new version on the same data', () => {
    const before = list();
    install('Upgrade');
    const [pid] = machine.run('cat /run/animal-store.pid').split('\n');
    expect(machine.run(`tr '\\0' ' ' < /proc/${pid}/cmdline`)).toMatch('/opt/animal-store/bin/');
    expect(machine.run('animal-store --version')).toMatch(`animal-store ${NEW_VERSION}, `);
    expect(list()).toEqual(before);
  });

  test('then staging is an instance of its own, until it gets the data of production', () => {
    const script = scriptOf('Staging beside production');
    const copyFrom = script.indexOf('systemctl stop');
    const [stagingKey] = /^as_live_\w+$/m.exec(run(script.slice(0, copyFrom))) ?? [];
    const url = `https://${STAGING}/v1/pets`;
    expectError(curl(url, STAGING), 401);
    expect(curl(url, STAGING, stagingKey)).toBe('[]');
    expect(() =>
      machine.run('runuser -u animal-store-staging -- cat /etc/animal-store.env'),
    ).toThrow(/Permission denied/);

    run(script.slice(copyFrom));
    machine.run(waitUntilReady(3001));
    expect(JSON.parse(curl(url, STAGING))).toEqual(list());
  });

  describe('then the units', () => {
    const UNITS = '/etc/systemd/system/animal-store*';

    test('are valid', () => {
      expect(machine.run(`systemd-analyze verify ${UNITS} 2>&1`)).toBe('');
    });

    test('are rated as safe', () => {
      machine.run(
        'systemd-analyze security --offline=true --threshold=16 /etc/systemd/system/animal-store*.service',
      );
    });

    test('permit all system calls that the service made', () => {
      const sets = new Map<string, string[]>();
      for (const part of machine.run('systemd-analyze syscall-filter').split(/\n(?=@)/)) {
        const [name = '', ...calls] = part.split('\n').map((line) => line.trim());
        sets.set(name, calls);
      }
      const expand = (name: string): string[] =>
        (sets.get(name) ?? []).flatMap((call) => (call.startsWith('@') ? expand(call) : [call]));
      const denied = new Set([...expand('@privileged'), ...expand('@resources')]);
      const permitted = new Set(
        ['@system-service', '@pkey'].flatMap(expand).filter((call) => !denied.has(call)),
      );
      const made = machine.run(
        "sed -nE 's/^[0-9]+ +([a-z0-9_]+)\\(.*/\\1/p' /var/log/animal-store*/calls | sort -u",
      );
      expect(made).toMatch(/^fsync$/m);
      const calls = made.trim().split('\n');
      expect(calls.filter((call) => !permitted.has(call))).toEqual([]);
    });

    test('permit all folders in which the service opened files for writing', () => {
      const folders = machine.run(
        `sed -nE 's#.*open(at)?\\([^"]*"([^"]+)/[^"/]*", [^,)]*O_(WRONLY|RDWR|CREAT).*#\\2#p' /var/log/animal-store*/calls | sort -u`,
      );
      expect(folders.trim().split('\n')).toEqual([
        '/var/backups/animal-store',
        '/var/lib/animal-store',
        '/var/lib/animal-store-staging',
      ]);
    });
  });
});

function expectError(body: string, status: number): void {
  const error = JSON.parse(body) as { code: string };
  expect(error).toMatchObject({ status, message: expect.any(String) });
  expect(document.components.schemas.ErrorCode?.enum).toContain(error.code);
}

function waitUntilReady(port: number): string {
  return `curl -fsS --retry 5 --retry-connrefused http://127.0.0.1:${port}/readyz`;
}

/**
 * The shell blocks of a section as one script. Blocks that are marked `untested` need what no test machine has: Debian's and Let's
 * Encrypt's servers, or a container engine. @throws an Error if the page has no such section, or nothing to run there.
 */
function scriptOf(heading: string): string {
  const page = readRepositoryFile('docs/operate/install.md');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const blocks = Array.from(section?.matchAll(/^```sh\n(.*?)^```$/gms) ?? [], ([, text]) => text);
  if (blocks.length === 0)
    throw new Error(`docs/operate/install.md has no commands under "${heading}"`);
  return blocks.join('').replaceAll('NEW', NEW_VERSION);
}
