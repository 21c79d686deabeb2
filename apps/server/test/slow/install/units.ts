// The units of a test's machine: systemd has not booted it, so the test runs their commands itself.
import type { Machine } from './machine.js';

/** A setting of a unit, with the unit's name in place of %N. */
type Setting = (key: string) => string;

/** Does what a line of the page wants of systemd. @throws an Error if it knows no such line. */
export function manageUnit(line: string, machine: Machine): void {
  if (line === 'systemctl daemon-reload' || line.endsWith('.timer')) return; // the test waits for no timer
  if (line === 'systemctl reload nginx') {
    reloadNginx(machine);
    return;
  }
  const [, verb, name] = /^systemctl (start|stop|restart|enable --now) (\S+)$/.exec(line) ?? [];
  if (verb === undefined || name === undefined) throw new Error(`not known: ${line}`);
  const setting = readUnit(name, machine);
  if (verb === 'stop' || verb === 'restart') stop(name, setting, machine);
  if (verb !== 'stop') start(name, setting, machine);
}

/**
 * Runs ExecStart as the unit's user, in its folder, without capabilities, and with no variables but those of its environment file.
 * System calls are traced to /var/log/NAME/calls, for a comparison with what the unit permits.
 */
function start(name: string, setting: Setting, machine: Machine): void {
  const [user, group] = [setting('User'), setting('Group')];
  const [folder, logs] = [`/var/lib/${setting('StateDirectory')}`, `/var/log/${name}`];
  const run = `"$@" >> ${logs}.log 2>&1`;
  machine.run(`
    install -d -m ${setting('StateDirectoryMode')} -o ${user} -g ${group} ${folder} ${logs}
    cd ${folder}
    umask ${setting('UMask')}
    set -- env -i PATH="$PATH" $(cat ${setting('EnvironmentFile')}) \
      setpriv --reuid=${user} --regid=${group} --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
      strace -D -f -qq -s 0 -e signal=none -A -o ${logs}/calls ${setting('ExecStart')}
    ${setting('Type') === 'oneshot' ? run : `${run} & echo $! > /run/${name}.pid`}`);
}

function stop(name: string, setting: Setting, machine: Machine): void {
  machine.run(`
    pid=$(cat /run/${name}.pid)
    kill "$pid"
    timeout ${setting('TimeoutStopSec')} sh -c "while kill -0 $pid 2> /dev/null; do sleep 0.05; done"`);
}

/** Waits until the workers with the old configuration have ended. */
function reloadNginx(machine: Machine): void {
  machine.run(`
    workers=$(pgrep -d , -P "$(cat /run/nginx.pid)")
    nginx -s reload
    while ps -p "$workers" > /dev/null; do sleep 0.05; done`);
}

function readUnit(name: string, machine: Machine): Setting {
  const unit = machine.run(`cat /etc/systemd/system/${name}.service`).replaceAll('%N', name);
  return (key) => {
    const [, value] = new RegExp(`^${key}=(.+)$`, 'm').exec(unit) ?? [];
    if (value === undefined) throw new Error(`${name}.service has no ${key}`);
    return value;
  };
}
