// Copy of the workspace in a temporary folder. Tests edit its sources, build it and run the result.
import { execFile } from 'node:child_process';
import {
  cp,
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
import { basename, dirname, join, relative } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { REPOSITORY } from './repository.js';
import { createKeyApart } from './run-cli.js';
import { type ServerProcess, startServerProcess } from './start-server-process.js';

/** Replacements by file path, relative to the workspace. */
type Edits = Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;

interface CommandResult {
  /** Combined stdout and stderr. */
  output: string;
  exitCode: number;
}

export interface WorkspaceCopy {
  folder: string;
  /** Returns a function that reverts the edits. @throws an Error if a text is not in its file exactly once. */
  edit(edits: Edits): Promise<() => Promise<void>>;
  /** Edits openapi.yaml. Returns a function that reverts the edit. */
  editContract(edit: (contract: Document) => void): Promise<() => Promise<void>>;
  read(path: string): Promise<string>;
  /** Creates a file, and its folder if necessary. */
  write(path: string, text: string): Promise<void>;
  /** Runs a tool of the workspace, such as `tsc`, in a folder of the copy. */
  run(folder: string, tool: string, ...args: string[]): Promise<CommandResult>;
  /** Starts the server built in the copy, with a new database or the one that `env` names. */
  start(env?: Readonly<Record<string, string>>): Promise<CopiedServer>;
  /** Stops all servers and deletes the copy. */
  remove(): Promise<void>;
}

export interface CopiedServer extends ServerProcess {
  /** API key with a quota large enough for any test. */
  key: string;
}

/** Build outputs and data, which are not copied. */
const EXCLUDED = new Set(['.git', '.turbo', 'coverage', 'data', 'dist', 'generated']);

export async function copyWorkspace(): Promise<WorkspaceCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-copy-')));
  const servers: ServerProcess[] = [];
  const tree: WorkspaceCopy = {
    folder,
    async edit(replacementsByFile) {
      const before: [file: string, text: string][] = [];
      for (const [path, replacements] of Object.entries(replacementsByFile)) {
        const file = join(folder, path);
        const text = await readFile(file, 'utf8');
        await writeFile(file, replacements.reduce(replaceOnce(path), text));
        before.push([file, text]);
      }
      return async () => {
        for (const [file, text] of before) await writeFile(file, text);
      };
    },
    async editContract(edit) {
      const before = await readFile(join(folder, 'openapi.yaml'), 'utf8');
      const contract = parseDocument(before);
      edit(contract);
      await tree.write('openapi.yaml', contract.toString({ lineWidth: 0 }));
      return () => tree.write('openapi.yaml', before);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    run: (cwd, tool, ...args) =>
      new Promise((resolve) => {
        const file = join(folder, 'node_modules/.bin', tool);
        execFile(file, args, { cwd: join(folder, cwd) }, (error, stdout, stderr) => {
          const exitCode = error === null ? 0 : Number(error.code);
          resolve({ output: `${stdout}${stderr}`, exitCode });
        });
      }),
    async start(env = {}) {
      const file = join(folder, 'data', `${servers.length}.db`);
      const options = { root: folder, file, env };
      const key = await createKeyApart(options);
      const server = await startServerProcess(options);
      servers.push(server);
      return { ...server, key };
    },
    async remove() {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await rm(folder, { recursive: true });
    },
  };
  const modules: string[] = [];
  await cp(REPOSITORY, folder, {
    recursive: true,
    filter(path) {
      const name = basename(path);
      if (name === 'node_modules') modules.push(path);
      return name !== 'node_modules' && !EXCLUDED.has(name);
    },
  });
  for (const path of modules) await linkModules(path, join(folder, relative(REPOSITORY, path)));
  return tree;

  /** Links installed packages. Our own packages are linked to the copy's folders. */
  async function linkModules(from: string, to: string): Promise<void> {
    await mkdir(to);
    for (const name of await readdir(from)) {
      const target = await realpath(join(from, name)).catch(() => undefined);
      if (target === undefined) continue; // what it links to is no longer there
      const isOwn = basename(from) === '@animal-store';
      const path = isOwn ? join(folder, relative(REPOSITORY, target)) : join(from, name);
      if (name === '@animal-store') await linkModules(join(from, name), join(to, name));
      else await symlink(path, join(to, name));
    }
  }
}

function replaceOnce(path: string) {
  return (text: string, [before, after]: readonly [string, string]): string => {
    const parts = text.split(before);
    if (parts.length !== 2) {
      throw new Error(`"${before}" is in ${path} ${parts.length - 1} times, not once`);
    }
    return parts.join(after);
  };
}
