// Check of the Dockerfile without a container engine. It runs the steps of each stage in a folder of its own, then
// starts the command of the last stage, runs the image's health check, and stops the process. It does not check the
// base images: the steps run on this machine's Node.js and Debian.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import dockerignore from '@balena/dockerignore';
import type { Copy, Instruction } from 'dockerfile-ast';
import { freePort } from '../apps/server/test/support/free-port.js';
import {
  flagOf,
  type ImageSettings,
  readStages,
  type Stage,
  settingsOf,
  variablesOf,
  wordsOf,
} from './read-dockerfile.js';
import { packagesNeededBy } from './read-lockfile.js';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
/** The user `node` of the official images. Only root can switch to it. */
const NODE_USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
const START_MS = 30_000;
const STOP_MS = 5_000;

/**
 * The part of the check's own environment that the steps inherit. It is enough to find the tools and the registry. It
 * has no variable by which a parent npm would make the npm of a step work in this folder.
 */
const outside = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|npm_config_(cache|nodedir|registry|userconfig)|\w+_proxy)$/i.test(name),
  ),
);

const scratch = await mkdtemp(join(tmpdir(), 'animal-store-image-'));
try {
  await chmod(scratch, 0o755); // the user `node` needs access
  await copyContext(join(scratch, 'context'));
  const stages = readStages(readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8'));
  for (const [index, stage] of stages.entries()) {
    await take(stage, join(scratch, stage.name ?? String(index)));
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  const folder = join(scratch, last.name ?? String(stages.length - 1));
  await checkContents(folder, settingsOf(last));
  await checkRun(folder, settingsOf(last));
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

async function take(stage: Stage, folder: string): Promise<void> {
  say(`FROM ${stage.base}: ${process.version} of this machine`);
  const env: NodeJS.ProcessEnv = { ...outside };
  let workdir = '/';
  for (const instruction of stage.instructions) {
    const keyword = instruction.getKeyword();
    switch (keyword) {
      case 'WORKDIR':
        workdir = posix.resolve(workdir, wordsOf(instruction)[0] ?? '');
        await mkdir(join(folder, workdir), { recursive: true });
        break;
      case 'ENV':
        Object.assign(env, variablesOf(instruction));
        break;
      case 'COPY':
        await copy(instruction as Copy, folder, workdir);
        break;
      case 'RUN':
        await run(instruction, join(folder, workdir), env);
        break;
      case 'CMD':
      case 'EXPOSE':
      case 'HEALTHCHECK':
      case 'USER':
      case 'VOLUME':
        break; // settings for the start of the image
      default:
        throw new Error(`${keyword}: this check does not know how to follow that`);
    }
  }
}

async function copy(instruction: Copy, folder: string, workdir: string): Promise<void> {
  const words = wordsOf(instruction);
  const sources = words.slice(0, -1);
  const target = words.at(-1) ?? '';
  const from = join(scratch, flagOf(instruction, 'from') ?? 'context');
  const to = join(folder, posix.resolve(workdir, target));
  const isFolder = target.endsWith('/') || sources.length > 1;
  for (const source of sources) {
    const path = join(from, source);
    const isFile = (await stat(path)).isFile();
    const place = isFile && isFolder ? join(to, basename(source)) : to;
    await mkdir(dirname(place), { recursive: true });
    await cp(path, place, { recursive: true, verbatimSymlinks: true });
    const isForNode = flagOf(instruction, 'chown') === 'node:node';
    if (isForNode && NODE_USER.uid) await chown(place, NODE_USER.uid, NODE_USER.gid);
  }
}

async function run(instruction: Instruction, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = instruction.getArgumentsContent() ?? '';
  // An absolute path would lead outside the stage's folder.
  if (/(^|[\s=])\//.test(command))
    throw new Error(`RUN ${command}: must not name an absolute path`);
  say(`RUN ${command}`);
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 2, 2] });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`RUN ${command}: exit code ${exitCode}`);
}

/** Checks that the image contains no package that the server does not need to run. */
async function checkContents(folder: string, { workdir }: ImageSettings): Promise<void> {
  const found = await readdir(join(folder, workdir), { recursive: true });
  const files = found.filter((file) => !file.includes('@animal-store/')); // links to folders that are listed anyway
  const installed = files
    .filter((file) => /node_modules\/(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file))
    .map((file) => dirname(file));
  const lockfile = readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8');
  const needed = packagesNeededBy('apps/server', lockfile);
  const foreign = installed.filter((path) => !needed.has(path));
  if (foreign.length > 0) throw new Error(`the server does not need these: ${foreign.join(', ')}`);

  const sizes = files.map(async (file) => (await lstat(join(folder, workdir, file))).size);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  say(`the last stage has ${installed.length} packages, ${Math.round(bytes / 1e6)} MB`);
}

async function checkRun(folder: string, settings: ImageSettings): Promise<void> {
  const { PATH } = process.env;
  const DATABASE_URL = settings.env.DATABASE_URL?.replace('file:/', `file:${folder}/`);
  const env = { PATH, ...settings.env, DATABASE_URL, PORT: String(await freePort()) };
  const options = { cwd: join(folder, settings.workdir), env, ...NODE_USER };
  const begin = ([program = '', ...args]: string[]) =>
    spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });

  say(`CMD ${settings.command.join(' ')}`);
  const server = begin(settings.command);
  const said = outputOf(server);
  const ended = once(server, 'exit');
  try {
    const deadline = performance.now() + START_MS;
    while (!(await isHealthy())) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error(`it did not become healthy:\n${said()}`);
      }
      await pause(200);
    }
    say('healthy, as its HEALTHCHECK says');

    const toldMs = performance.now();
    server.kill('SIGTERM');
    const [exitCode, signal] = await ended;
    const tookMs = Math.round(performance.now() - toldMs);
    if (exitCode !== 0 || tookMs > STOP_MS) {
      throw new Error(`SIGTERM ended it with ${exitCode ?? signal} after ${tookMs} ms:\n${said()}`);
    }
    if (await isHealthy()) throw new Error('its HEALTHCHECK says healthy though it has ended');
    say(`SIGTERM ended it with 0 after ${tookMs} ms`);
  } finally {
    server.kill('SIGKILL');
  }

  async function isHealthy(): Promise<boolean> {
    const [exitCode] = await once(begin(settings.healthcheck), 'exit');
    return exitCode === 0;
  }
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
