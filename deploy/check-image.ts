// Check of the Dockerfile without a container engine: runs the steps of each stage in a folder of its own, then starts the
// command of the last stage, waits for the health check, and stops the process. It fails if a step fails, if a file is
// missing, or if the server does not start or stop. The base images are not checked: the steps run on this machine.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import dockerignore from '@balena/dockerignore';
import {
  type ImageSettings,
  type Instruction,
  readImage,
  readStages,
  readVariables,
  type Stage,
} from './read-dockerfile.js';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
/** The user `node` of the official images. Only root can switch to it. */
const NODE_USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;

/** What the steps inherit: enough to find the tools and the registry, and nothing that a parent npm has set. */
const baseEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|npm_config_(cache|nodedir|registry|userconfig)|\w+_proxy)$/i.test(name),
  ),
);

const scratch = await mkdtemp(join(tmpdir(), 'animal-store-image-'));
try {
  await chmod(scratch, 0o755); // the user `node` needs access
  await copyContext(join(scratch, 'context'));
  const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
  const stages = readStages(dockerfile);
  for (const stage of stages) await build(stage, join(scratch, stage.name));
  await checkRun(join(scratch, stages.at(-1)?.name ?? ''), readImage(dockerfile));
} finally {
  await rm(scratch, { recursive: true });
}

/** Copies the build context: the sources without the files that .dockerignore excludes. */
async function copyContext(target: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  const rules = dockerignore.default().add(readFileSync(join(REPOSITORY, '.dockerignore'), 'utf8'));
  const files = rules.filter(listed.split('\0').filter((file) => file !== ''));
  for (const file of files.filter((file) => existsSync(join(REPOSITORY, file)))) {
    await cp(join(REPOSITORY, file), join(target, file));
  }
}

async function build({ base, instructions }: Stage, folder: string): Promise<void> {
  say(`FROM ${base}: ${process.version} of this machine`);
  const env: NodeJS.ProcessEnv = { ...baseEnv };
  let workdir = '/';
  for (const instruction of instructions) {
    switch (instruction.keyword) {
      case 'WORKDIR':
        workdir = posix.resolve(workdir, instruction.text);
        await mkdir(join(folder, workdir), { recursive: true });
        break;
      case 'ENV':
        Object.assign(env, readVariables(instruction.text));
        break;
      case 'COPY':
        await copy(instruction, folder, workdir);
        break;
      case 'RUN':
        await run(instruction.text, join(folder, workdir), env);
        break;
      case 'CMD':
      case 'EXPOSE':
      case 'HEALTHCHECK':
      case 'USER':
      case 'VOLUME':
        break; // settings for the start of the image
      default:
        throw new Error(`${instruction.keyword} is not supported by this check`);
    }
  }
}

async function copy({ flags, text }: Instruction, folder: string, workdir: string): Promise<void> {
  const sources = text.split(' ');
  const target = sources.pop() ?? '';
  const to = join(folder, posix.resolve(workdir, target));
  for (const source of sources) {
    const from = join(scratch, flags.from ?? 'context', source);
    const isIntoFolder = (await stat(from)).isFile() && /\/$/.test(target);
    const place = isIntoFolder ? join(to, basename(source)) : to;
    await cp(from, place, { recursive: true, verbatimSymlinks: true });
    if (flags.chown === 'node:node' && NODE_USER.uid)
      await chown(place, NODE_USER.uid, NODE_USER.gid);
  }
}

async function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  // An absolute path would lead outside the stage's folder.
  if (/(^|[\s=])\//.test(command))
    throw new Error(`RUN ${command}: must not name an absolute path`);
  say(`RUN ${command}`);
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 2, 2] });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`RUN ${command}: exit code ${exitCode}`);
}

async function checkRun(folder: string, settings: ImageSettings): Promise<void> {
  const PATH = `${join(folder, 'usr/local/bin')}${delimiter}${process.env.PATH}`;
  const DATABASE_URL = settings.env.DATABASE_URL?.replace('file:/', `file:${folder}/`);
  const env = { PATH, ...settings.env, DATABASE_URL, PORT: String(await freePort()) };
  const options = { cwd: join(folder, settings.workdir), env, ...NODE_USER };
  const start = ([program = '', ...args]: string[]) =>
    spawn(program, args, { ...options, stdio: ['ignore', 2, 2] });
  const isHealthy = async () => (await once(start(settings.healthcheck), 'exit'))[0] === 0;

  say(`CMD ${settings.command.join(' ')}`);
  const server = start(settings.command);
  const exited = once(server, 'exit');
  try {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while (!(await isHealthy())) {
      if (server.exitCode !== null || performance.now() > deadlineMs) {
        throw new Error('the server did not become healthy');
      }
      await pause(200);
    }
    say('the health check passes');

    const stopMs = performance.now();
    server.kill('SIGTERM');
    const [exitCode, signal] = await exited;
    const durationMs = Math.round(performance.now() - stopMs);
    say(`the server stopped with ${exitCode ?? signal} after ${durationMs} ms`);
    if (exitCode !== 0 || durationMs > STOP_TIMEOUT_MS) {
      throw new Error(`SIGTERM must stop the server with exit code 0 within ${STOP_TIMEOUT_MS} ms`);
    }
    if (await isHealthy()) throw new Error('the health check passes without a server');
  } finally {
    server.kill('SIGKILL');
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Returns an unused TCP port. The health check needs to know it, so the server cannot choose it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
