// Copies the workspace to a temporary folder, so that a test can edit its sources, build it, and run what was built.
import { execFile } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createKey } from './run-cli.js';
import { REPOSITORY } from './spawn-cli.js';
import { type ServerProcess, startProcess } from './start-process.js';

/** For each file, by its path in the workspace: what to replace, and with what. */
export type Edits = Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;

export interface CommandResult {
  /** What it said on stdout and stderr. */
  output: string;
  exitCode: number;
}

export interface CopiedTree {
  folder: string;
  /** Returns what takes the edits back. @throws an Error if a text to replace is not in its file exactly once. */
  edit(edits: Edits): Promise<() => Promise<void>>;
  /** Writes a file of its own, with its folder. */
  write(path: string, text: string): Promise<void>;
  /** Runs a tool of the workspace, such as `tsc`, in a folder of the copy. */
  run(folder: string, tool: string, ...args: string[]): Promise<CommandResult>;
  /** Runs the script of a package's package.json. @throws an Error with what it said if it fails. */
  script(folder: string, name: string): Promise<void>;
  /** Starts the server that was built in the copy, with a database of its own. */
  start(): Promise<CopiedServer>;
  /** Ends the servers that were started, and deletes the copy. */
  remove(): Promise<void>;
}

export interface CopiedServer extends ServerProcess {
  /** A key with room for any test. */
  key: string;
  createKey(plan: string): Promise<string>;
}

/** Made by tools, or data: not part of the sources. */
const LEFT_OUT = new Set(['.git', '.turbo', 'coverage', 'data', 'dist', 'generated']);

export async function copyTree({ edits = {} }: { edits?: Edits } = {}): Promise<CopiedTree> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-copy-')));
  const servers: ServerProcess[] = [];
  const tree: CopiedTree = {
    folder,
    async edit(wanted) {
      const before: [file: string, text: string][] = [];
      for (const [path, replacements] of Object.entries(wanted)) {
        const file = join(folder, path);
        const text = await readFile(file, 'utf8');
        await writeFile(file, replacements.reduce(replaceOnce(path), text));
        before.push([file, text]);
      }
      return async () => {
        for (const [file, text] of before) await writeFile(file, text);
      };
    },
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    run: (place, tool, ...args) =>
      execute(join(folder, 'node_modules/.bin', tool), args, join(folder, place)),
    async script(place, name) {
      const { output, exitCode } = await execute('npm', ['run', '-s', name], join(folder, place));
      if (exitCode !== 0) throw new Error(`npm run ${name} in ${place}:\n${output}`);
    },
    async start() {
      const options = { root: folder, file: join(folder, 'data', `${servers.length}.db`) };
      const key = await createKey(options, 'business');
      const server = await startProcess(options);
      servers.push(server);
      return { ...server, key, createKey: (plan) => createKey(options, plan) };
    },
    async remove() {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await rm(folder, { recursive: true });
    },
  };
  await copyFolder(REPOSITORY, folder);
  await tree.edit(edits);
  return tree;

  async function copyFolder(from: string, to: string): Promise<void> {
    await mkdir(to, { recursive: true });
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.name === 'node_modules') await linkModules(source, target);
      else if (LEFT_OUT.has(entry.name)) continue;
      else if (entry.isDirectory()) await copyFolder(source, target);
      else if (entry.isFile()) await copyFile(source, target);
    }
  }

  /** Everything that is installed, but for our own packages: those are the copy's. */
  async function linkModules(from: string, to: string): Promise<void> {
    await mkdir(to);
    for (const name of await readdir(from)) {
      if (name === '@animal-store') await linkPackages(join(from, name), join(to, name));
      else await symlink(join(from, name), join(to, name));
    }
  }

  async function linkPackages(from: string, to: string): Promise<void> {
    await mkdir(to);
    for (const name of await readdir(from)) {
      const place = relative(REPOSITORY, await realpath(join(from, name)));
      await symlink(join(folder, place), join(to, name));
    }
  }
}

function replaceOnce(path: string) {
  return (text: string, [before, after]: readonly [string, string]): string => {
    const parts = text.split(before);
    if (parts.length !== 2) {
      throw new Error(`"${before}" must be in ${path} once (got ${parts.length - 1} times)`);
    }
    return parts.join(after);
  };
}

function execute(command: string, args: readonly string[], cwd: string): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, encoding: 'utf8' }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code);
      resolve({ output: `${stdout}${stderr}`, exitCode });
    });
  });
}
