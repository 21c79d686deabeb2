// Binaries of the runtimes: optional packages, which npm installs on Linux alone, and Debian's browsers.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inPackage = (path: string) =>
  fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

export const BINARIES = {
  bun: inPackage('@oven/bun-linux-x64/bin/bun'),
  deno: inPackage('@deno/linux-x64-glibc/deno'),
  workerd: inPackage('@cloudflare/workerd-linux-64/bin/workerd'),
  chromium: process.env.CHROMIUM ?? '/usr/bin/chromium',
  firefox: '/usr/bin/firefox-esr',
};

/** Why a test is skipped; false if it runs. With REQUIRE_SERVICES=1, as in CI, it fails instead. */
export function skipWithout(binary: string): string | false {
  const isSkipped = !existsSync(binary) && process.env.REQUIRE_SERVICES !== '1';
  return isSkipped && `${binary} is not installed`;
}
