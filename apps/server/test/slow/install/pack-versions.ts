// What docs/operate/install.md begins with: the packed server, in two versions for an upgrade.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runTool } from '../../support/describe-if-tool.js';
import { REPOSITORY } from '../../support/spawn-cli.js';

export function packVersions(folder: string): void {
  const pack = ['pack', '--silent', '--prefix', REPOSITORY, '--workspace', '@animal-store/server'];
  runTool('npm', ...pack, '--pack-destination', folder);
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  runTool('tar', '-xzf', tarball(folder, '1.0.0'), '-C', unpacked);
  const manifest = join(unpacked, 'package/package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace('"version": "1.0.0"', '"version": "1.1.0"'),
  );
  runTool('tar', '-czf', tarball(folder, '1.1.0'), '-C', unpacked, 'package');
  packDriver(folder);
}

/** The driver that this repository has built, as npm_config_better_sqlite3_local_prebuilds finds it: what most machines download. */
export function packDriver(folder: string): void {
  const driver = createRequire(__filename).resolve('better-sqlite3/package.json');
  const { version } = JSON.parse(readFileSync(driver, 'utf8')) as { version: string };
  const { platform, arch, versions } = process;
  const name = `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`;
  const built = 'build/Release/better_sqlite3.node';
  runTool('tar', '-czf', join(folder, name), '-C', dirname(driver), built);
}

function tarball(folder: string, version: string): string {
  return join(folder, `animal-store-server-${version}.tgz`);
}
