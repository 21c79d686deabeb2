// Runtimes: the same program in each of them, with the packed SDK, the real server and a scripted one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '@animal-store/service';
import { startScriptedServer } from '../scripted-server.ts';
import { BINARIES, skipWithout } from './binaries.ts';
import { openChromium, openFirefox, startSite } from './browsers.ts';
import type { Servers } from './bundle.ts';
import { CASES } from './cases.ts';
import { runInProcess } from './command.ts';
import { runInReactNative } from './react-native.ts';
import { runInWorkerd } from './workerd.ts';

const DENO = ['run', '--cached-only', '--no-prompt', '--allow-net=127.0.0.1'];
const { bun, deno, workerd, chromium, firefox } = BINARIES;
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
    'React Native': [node, (servers) => runInReactNative(servers, site.origin)],
    Chromium: [chromium, (servers) => site.run(servers, openChromium, 'window')],
    iframe: [chromium, (servers) => site.run(servers, openChromium, 'iframe')],
    'web worker': [chromium, (servers) => site.run(servers, openChromium, 'worker')],
    'service worker': [chromium, (servers) => site.run(servers, openChromium, 'service worker')],
    'Firefox without cookies': [firefox, (servers) => site.run(servers, openFirefox, 'window')],
  };

const EXPECTED = Object.fromEntries(
  Object.entries(CASES).map(([name, { expected }]) => [name, expected]),
);
after(site.stop);

for (const [runtime, [binary, runProgram]] of Object.entries(RUNTIMES)) {
  const name = `when the program runs in ${runtime}, then every case results in what is documented`;
  test(name, { skip: skipWithout(binary) }, async () => {
    const service = await startService(site.origin);
    const scripted = await startScriptedServer();
    try {
      const { baseUrl, apiKey, publishableKey } = service;
      const scriptedUrl = scripted.url;
      const output = await runProgram({ baseUrl, apiKey, publishableKey, scriptedUrl });
      assert.deepEqual(JSON.parse(output), EXPECTED);
    } finally {
      await scripted.stop();
      await service.stop();
    }
  });
}
