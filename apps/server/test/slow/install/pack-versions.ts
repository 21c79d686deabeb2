// What docs/operate/install.md begins with: the packed server, in two versions for an upgrade.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runTool } from '../../support/describe-if-tool.js';
import { REPOSITORY, readRepositoryFile } from '../../support/repository.js';

export const { version: VERSION } = JSON.parse(readRepositoryFile('apps/server/package.json')) as {
  version: string;
};
export const NEW_VERSION = `${Number.parseInt(VERSION, 10) + 1}.0.0`;

export function packVersions(folder: string): void {
  packServer(folder);
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  runTool('tar', '-xzf', tarball(folder, VERSION), '-C', unpacked);
  const manifest = join(unpacked, 'package/package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(
      `"version": "${VERSION}"`,
      `"version": "${NEW_VERSION}"`,
    ),
  );
  runTool('tar', '-czf', tarball(folder, NEW_VERSION), '-C', unpacked, 'package');
  packDriver(folder);
}

/** Packs the built server. @returns the name of the tarball. */
export function packServer(folder: string): string {
  runTool('node', join(REPOSITORY, 'apps/server/add-files.js'), 'pack');
  const pack = ['pack', '--silent', '--prefix', REPOSITORY, '--workspace', '@animal-store/server'];
  return runTool('npm', ...pack, '--pack-destination', folder).trim();
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
