// `npm run spec -- changes`, the last step of `npm run release`: records the releases for the page at /docs/changes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractService } from './contract-service.js';
import { type RecordedRelease, recordReleases } from './release/record-releases.js';
import {
  CHANGELOG_FILE,
  CONTRACT_FILE,
  RELEASES_FILE,
  REPOSITORY,
  relativeName,
} from './repository.js';
import { runCommand } from './run-command.js';

await runCommand('changes', {}, async () => {
  const { releases: recorded }: { releases: RecordedRelease[] } = JSON.parse(
    readFileSync(RELEASES_FILE, 'utf8'),
  );
  const releases = await recordReleases({
    repository: REPOSITORY,
    contractFile: CONTRACT_FILE,
    changelog: existsSync(CHANGELOG_FILE) ? readFileSync(CHANGELOG_FILE, 'utf8') : '',
    recorded,
    service: contractService,
    now: new Date(),
  });
  writeFileSync(RELEASES_FILE, `${JSON.stringify({ releases }, undefined, 2)}\n`);
  const versions = releases.map(({ version }) => version);
  console.log(`${relativeName(RELEASES_FILE)}: ${versions.join(', ') || 'no release'}`);
  return 0;
});
