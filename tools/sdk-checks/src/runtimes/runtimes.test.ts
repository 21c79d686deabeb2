// Runtimes: the same program in each of them, with the packed SDK, the real server and a scripted one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startService } from '@animal-store/service';
import { startScriptedServer } from '../scripted-server.ts';
import { BINARIES, skipWithout } from './binaries.ts';
import type { Servers } from './bundle.ts';
import { startSite } from './chromium.ts';
import { runInProcess } from './command.ts';
import { CASES } from './program.ts';
import { runInWorkerd } from './workerd.ts';

const DENO = ['run', '--cached-only', '--no-prompt', '--allow-net=127.0.0.1'];
const { bun, deno, workerd, chromium } = BINARIES;
const node = process.execPath;
const site = await startSite();

/** The binary of each runtime, and a function that runs the program in it and returns the results as JSON. */
const RUNTIMES: Readonly<Record<string, readonly [string, (servers: Servers) => Promise<string>]>> =
  {
    'Node ESM': [node, (servers) => runInProcess(servers, [node], 'program.mjs')],
    'Node CJS': [node, (servers) => runInProcess(servers, [node], 'program.cjs')],
    Bun: [bun, (servers) => runInProcess(servers, [bun, 'run', '--no-install'], 'program.mjs')],
    Deno: [deno, (servers) => runInProcess(servers, [deno, ...DENO], 'program.mjs')],
    workerd: [workerd, runInWorkerd],
    Chromium: [chromium, (servers) => site.run(servers, 'window')],
    iframe: [chromium, (servers) => site.run(servers, 'iframe')],
    'web worker': [chromium, (servers) => site.run(servers, 'worker')],
    'service worker': [chromium, (servers) => site.run(servers, 'service worker')],
  };

/** Results by runtime and case. */
const table = new Map<string, string[]>([['case', []]]);
after(async () => {
  await site.stop();
  for (const [name, cells] of table) console.log([name.padEnd(40), ...cells].join(' | '));
});

for (const [runtime, [binary, runProgram]] of Object.entries(RUNTIMES)) {
  const name = `when the program runs in ${runtime}, then every case results in what is documented`;
  test(name, { skip: skipWithout(binary) }, async () => {
    const service = await startService(site.origin);
    const scripted = await startScriptedServer();
    try {
      const { baseUrl, apiKey, publishableKey } = service;
      const scriptedUrl = scripted.url;
      const output = await runProgram({ baseUrl, apiKey, publishableKey, scriptedUrl });
      table.get('case')?.push(runtime);
      const results = new Map(Object.entries(JSON.parse(output)));
      const failed = Object.entries(CASES).filter(([name, { expected }]) => {
        const isOk = isDeepStrictEqual(results.get(name), expected);
        const cell = (isOk ? 'ok' : 'FAILED').padEnd(runtime.length);
        table.set(name, [...(table.get(name) ?? []), cell]);
        return !isOk;
      });
      assert.deepEqual(
        failed.map(([name]) => [name, results.get(name)]),
        failed.map(([name, { expected }]) => [name, expected]),
      );
    } finally {
      await scripted.stop();
      await service.stop();
    }
  });
}
