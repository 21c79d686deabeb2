// A machine of its own for a test: Linux namespaces with this machine's programs, but with processes, ports and changes of
// files that nobody else sees and that end with the test.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Machine {
  /**
   * Runs a script as root, and returns its standard output.
   * @param network `outer`: with this machine's network, to reach the package registry.
   * @throws an Error with the output of a script that fails.
   */
  run(script: string, network?: 'own' | 'outer'): string;
  remove(): Promise<void>;
}

/** What is written here is kept in memory. */
const FOLDERS = ['/etc', '/opt', '/root', '/usr/local', '/var', '/run'];

/** Process 1 of the machine. It ends when its standard input does, and with it everything on the machine. */
const INIT = `
mount -t tmpfs tmpfs "$1"
for folder in ${FOLDERS.join(' ')}; do
  mkdir -p "$1$folder/upper" "$1$folder/work"
  mount -t overlay -o "lowerdir=$folder,upperdir=$1$folder/upper,workdir=$1$folder/work" overlay "$folder"
done
ip link set lo up
echo ready
read -r _`;

interface MachineOptions {
  /** Host names that lead to the machine itself. */
  names: readonly string[];
  /** Additional environment variables of its scripts. */
  env: Readonly<Record<string, string>>;
}

export async function startMachine({ names, env }: MachineOptions): Promise<Machine> {
  const scratch = await mkdtemp(join(tmpdir(), 'animal-store-machine-'));
  const options = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...options, 'bash', '-euc', INIT, 'bash', scratch], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (line !== 'ready') throw new Error('the machine does not start');
  const init = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();

  const machine: Machine = {
    run(script, network = 'own') {
      const namespaces = ['--mount', '--pid', ...(network === 'own' ? ['--net'] : [])];
      const { stdout, stderr, status } = spawnSync(
        'nsenter',
        [`--target=${init}`, ...namespaces, 'bash', '-euo', 'pipefail', '-c', script],
        { encoding: 'utf8', env: { ...environment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      if (status !== 0) throw new Error(`${script}\nexit code ${status}\n${stdout}${stderr}`);
      return stdout;
    },
    async remove() {
      child.stdin.end();
      await ended;
      await rm(scratch, { recursive: true });
    },
  };
  machine.run(`echo 127.0.0.1 ${names.join(' ')} >> /etc/hosts`);
  return machine;
}

/**
 * A new shell's environment, and what this machine needs to reach the package registry. With `--prefix`, npm would look for
 * its global configuration below the prefix.
 */
function environment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, npm_config_globalconfig } = process.env;
  const folders = ['/usr/local/sbin', '/usr/local/bin', dirname(process.execPath)];
  return {
    PATH: [...folders, '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(':'),
    HOME: '/root',
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
    ...(npm_config_globalconfig !== undefined && { npm_config_globalconfig }),
  };
}
