// Cloudflare Workers: workerd, with a worker that answers a request with the results.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { stopProcess, waitForMatch } from '@animal-store/service';
import { projectFolder } from '../project.ts';
import { BINARIES } from './binaries.ts';
import { bundleProgram, type Servers } from './bundle.ts';

const END = 'export default { fetch: async () => Response.json(await start()) };';

/** The worker may connect to addresses of this machine only. */
const CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`;

export async function runInWorkerd(servers: Servers): Promise<string> {
  const conditions = ['workerd', 'worker', 'browser']; // as wrangler bundles
  const [worker] = await bundleProgram(servers, END, { format: 'esm', conditions });
  writeFileSync(join(projectFolder(), 'worker.js'), worker?.contents ?? '');
  writeFileSync(join(projectFolder(), 'workerd.capnp'), CONFIG);
  const child = spawn(BINARIES.workerd, ['serve', '--control-fd=3', 'workerd.capnp'], {
    cwd: projectFolder(),
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const control = child.stdio[3];
    if (!(control instanceof Readable)) throw new Error('workerd has no control pipe');
    const port = await waitForMatch(control, /"port":(\d+)/);
    return await (await fetch(`http://127.0.0.1:${port}`)).text();
  } finally {
    await stopProcess(child);
  }
}
