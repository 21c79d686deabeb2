// The real browser of the tests that need one: Debian's Chromium. Where there is none, they say so and are skipped; with
// REQUIRE_SERVICES=1 they fail.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isThere = existsSync(CHROMIUM);
if (!isThere && process.env.REQUIRE_SERVICES === '1') throw new Error(`no browser at ${CHROMIUM}`);
if (!isThere) process.stdout.write(`browser: nothing at ${CHROMIUM}, skipped\n`);

export const describeWithBrowser = isThere ? describe : describe.skip;

/** Without a sandbox, which root cannot have, and without calls home. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
