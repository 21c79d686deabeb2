#!/usr/bin/env node
// Stand-in for systemctl on a machine that systemd did not boot. It runs a unit's commands as systemd would: as its user, with
// its environment and limits, without capabilities, and with a file system that is read-only outside its directories. System
// calls are traced to /var/log/UNIT/calls instead of filtered.
const { spawn, spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } = require('node:fs');

const READ_ONLY = ['/', '/etc', '/opt', '/root', '/usr/local', '/var', '/run'];
/** Arguments: the directories that stay writable, then `--`, then the command. */
const SANDBOX = `
for folder; do shift; [ "$folder" != -- ] || break; mount --bind "$folder" "$folder"; done
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t proc -o subset=pid,hidepid=invisible proc /proc
for folder in ${READ_ONLY.join(' ')}; do mount -o remount,bind,ro "$folder"; done
exec "$@"`;

const [verb, ...args] = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
if (verb === 'enable' && !args.includes('--now')) throw new Error('only enable --now is known');
for (const name of names) run(verb, name);

function run(action, name) {
  if (name === 'nginx' && action === 'reload') return reloadNginx();
  if (name.endsWith('.timer')) return readUnit(name); // nobody waits for it
  if (action === 'stop' || action === 'restart') stop(name);
  if (action === 'enable' || action === 'start' || action === 'restart') return start(name);
  if (action !== 'stop') throw new Error(`systemctl ${action} is not known`);
}

function start(name) {
  const unit = readUnit(`${name}.service`);
  const user = one(unit, 'User');
  const folders = unit.StateDirectory.map((folder) => `/var/lib/${folder}`);
  const logs = `/var/log/${name}`;
  for (const folder of [...folders, logs]) {
    mkdirSync(folder, { recursive: true, mode: one(unit, 'StateDirectoryMode') });
    check('chown', `${user}:${one(unit, 'Group')}`, folder);
  }
  const settings = unit.EnvironmentFile.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const lines = [...(unit.Environment ?? []), ...settings].filter((line) => /^\w+=/.test(line));
  const env = { PATH: process.env.PATH, ...Object.fromEntries(lines.map(readVariable)) };
  const wrap = (command) => [
    ...['unshare', '--mount', 'sh', '-euc', SANDBOX, 'sh'],
    ...[...folders, ...(unit.ReadWritePaths ?? []), logs, '--'],
    ...['prlimit', `--nofile=${unit.LimitNOFILE?.[0] ?? 1024}`],
    ...['setpriv', '--reuid', user, '--regid', one(unit, 'Group'), '--init-groups'],
    ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
    ...['strace', '-D', '-f', '-qq', '-s', '0', '-e', 'signal=none', '-A', '-o', `${logs}/calls`],
    ...['sh', '-c', `umask ${one(unit, 'UMask')}; exec "$@"`, 'sh', ...words(command)],
  ];
  const cwd = unit.WorkingDirectory?.[0] ?? '/';
  const output = openSync(`/var/log/${name}.log`, 'a');
  const options = { cwd, env, stdio: ['ignore', output, output] };

  if (one(unit, 'Type') === 'oneshot') {
    for (const command of [one(unit, 'ExecStart'), ...(unit.ExecStartPost ?? [])]) {
      const [program, ...rest] = wrap(command);
      const { status } = spawnSync(program, rest, options);
      if (status !== 0) throw new Error(`${name}: ${command}: exit code ${status}`);
    }
    return;
  }
  const [program, ...rest] = wrap(one(unit, 'ExecStart'));
  const child = spawn(program, rest, { ...options, detached: true });
  writeFileSync(`/run/${name}.pid`, String(child.pid));
  child.unref();
}

function stop(name) {
  const unit = readUnit(`${name}.service`);
  const file = `/run/${name}.pid`;
  if (!existsSync(file)) return;
  const pid = readFileSync(file, 'utf8');
  rmSync(file);
  const timeoutMs = Number(one(unit, 'TimeoutStopSec')) * 1000;
  process.kill(Number(pid), 'SIGTERM');
  for (const startMs = Date.now(); existsSync(`/proc/${pid}`); ) {
    if (Date.now() - startMs > timeoutMs) throw new Error(`${name} does not stop`);
    sleep();
  }
}

function sleep() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

/** Waits until the workers with the old configuration have ended. */
function reloadNginx() {
  const master = readFileSync('/run/nginx.pid', 'utf8').trim();
  const workers = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
  check('nginx', '-s', 'reload');
  while (workers.some((pid) => existsSync(`/proc/${pid}`))) sleep();
}

/** The values of each setting, with the unit's name in place of %N. */
function readUnit(file) {
  const text = readFileSync(`/etc/systemd/system/${file}`, 'utf8');
  const unit = {};
  for (const [, key, value] of text.matchAll(/^(\w+)=(.*)$/gm)) {
    const name = file.replace(/\.\w+$/, '');
    unit[key] ??= [];
    unit[key].push(value.replace(/%(.)/g, (_all, letter) => (letter === 'N' ? name : letter)));
  }
  return unit;
}

function one(unit, key) {
  if (unit[key]?.length !== 1) throw new Error(`the unit has no ${key}, or several`);
  return unit[key][0];
}

function readVariable(line) {
  const [name, ...value] = line.split('=');
  return [name, value.join('=')];
}

/** Splits a command line as systemd does: at spaces outside quotes. */
function words(command) {
  return Array.from(command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, ...found]) =>
    found.find((word) => word !== undefined),
  );
}

function check(program, ...rest) {
  const { status } = spawnSync(program, rest, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${rest.join(' ')}: exit code ${status}`);
}
