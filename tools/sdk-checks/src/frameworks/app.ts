// App of a framework: the files that a page of the documentation shows, with the packed SDK, built, served and called.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AnimalStore } from '@animal-store/sdk';
import { type Service, startService, stopProcess, waitForMatch } from '@animal-store/service';
import { listen } from '../listen.ts';
import { projectFolder } from '../project.ts';

const TOOLS = fileURLToPath(new URL('../../..', import.meta.url));
/** A block of a page that is a file of the app: its first line is a comment with the path. */
const FILE = /^```\w+\n\/\/ ([\w/.+-]+)\n(.*?)^```/gms;

export interface App {
  origin: string;
  /** The text of a page, without React's comments between its parts. */
  get(path: string): Promise<string>;
  stop(): Promise<void>;
}

interface AppOptions {
  /** Name of the documentation's page, without its extension. */
  page: string;
  /** Files that it does not show, by path. */
  files: Readonly<Record<string, string>>;
  /** Folder of tools/ in which it is built, with the framework's packages. Default: `sdk-checks`. */
  folder?: string;
  /** The framework's command, which has `build`. Paths are relative to the folder of the app, `generated/PAGE`. */
  cli: string;
  /** Program, and its arguments, that serves what is built, at an address that it prints. */
  server: readonly string[];
}

/** The service has one animal, with a large integer. @throws an error whose message has what the build printed */
export async function startApp(options: AppOptions): Promise<App> {
  const port = await listen(createServer());
  await port.stop();
  const service = await startService(port.url);
  try {
    const child = await serve(options, port.url, service);
    return {
      origin: port.url,
      async get(path) {
        const response = await fetch(port.url + path, { signal: AbortSignal.timeout(20_000) });
        return (await response.text()).replaceAll('<!-- -->', '');
      },
      async stop() {
        await stopProcess(child);
        await service.stop();
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function serve(
  { page, files, folder = 'sdk-checks', cli, server }: AppOptions,
  origin: string,
  { baseUrl, apiKey, publishableKey }: Service,
): Promise<ChildProcess> {
  await new AnimalStore({ baseUrl, apiKey }).createPet({ name: 'Rex', categoryId: 2n ** 53n + 1n });
  const cwd = join(TOOLS, folder, 'generated', page);
  rmSync(cwd, { recursive: true, force: true });
  cpSync(join(projectFolder(), 'node_modules'), join(cwd, 'node_modules'), { recursive: true });
  const docs = readFileSync(join(cwd, `node_modules/@animal-store/sdk/docs/${page}.md`), 'utf8');
  const shown = Array.from(
    docs.matchAll(FILE),
    ([, path = '', code = '']) => [path, code] as const,
  );
  for (const [path, code] of [...shown, ...Object.entries(files)]) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(
      join(cwd, path),
      code.replace("environment: 'production'", `baseUrl: '${baseUrl}'`),
    );
  }

  const env = {
    PATH: process.env.PATH,
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    ANIMAL_STORE_KEY: apiKey,
    PUBLIC_ANIMAL_STORE_KEY: publishableKey,
    NEXT_PUBLIC_ANIMAL_STORE_KEY: publishableKey,
  };
  const { host, port } = new URL(origin);
  await promisify(execFile)(process.execPath, [cli, 'build'], { cwd, env });
  const child = spawn(process.execPath, [...server, '--port', port], {
    cwd,
    env: { ...env, HOST: '127.0.0.1', PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitForMatch(child.stdout, new RegExp(`(${host})`));
  return child;
}
