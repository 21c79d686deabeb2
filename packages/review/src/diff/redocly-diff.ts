// Run of `redocly diff`, which rates changes of paths, parameters, bodies and schemas.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, type JsonObject } from '@animal-store/openapi-tools';
import { packageFile, runNode } from '../run-node.js';

export interface RedoclyChange {
  /** The JSON Pointer of the change, with references followed on the way. */
  path: string;
  property: string | undefined;
  kind: string;
  impact: string;
  typeName: string;
  verdicts: { rule: string; impact: string; message: string }[];
  /** Undefined in `base` for an added value, in `head` for a removed one. */
  base: { pointer: string; value: unknown } | undefined;
  head: { pointer: string; value: unknown } | undefined;
}

const ENV = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Starts the process before it returns, so that the caller's next work runs at the same time. */
export async function redoclyDiff(base: JsonObject, head: JsonObject): Promise<RedoclyChange[]> {
  if (isDeepStrictEqual(base, head)) return []; // the process takes longer than the rest of a comparison
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-diff-'));
  try {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(base));
    writeFileSync(join(folder, 'head.json'), JSON.stringify(head));
    return await runDiff(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runDiff(folder: string): Promise<RedoclyChange[]> {
  const cli = packageFile('@redocly/cli', 'bin/cli.js');
  const { exitCode, stdout, stderr } = await runNode(
    [cli, 'diff', 'base.json', 'head.json', '--format=json', '--fail-on=none'],
    { cwd: folder, env: ENV },
  );
  if (exitCode !== 0) throw new Error(`redocly diff failed: ${stderr.trim()}`);
  const report: unknown = JSON.parse(stdout);
  const changes = getIn(report, 'changes');
  if (!Array.isArray(changes)) throw new Error('redocly diff did not print a list of changes.');
  return changes.map(toChange);
}

function toChange(raw: unknown): RedoclyChange {
  const verdicts = getIn(raw, 'verdicts');
  const property = getIn(raw, 'property');
  return {
    path: String(getIn(raw, 'path')),
    property: typeof property === 'string' ? property : undefined,
    kind: String(getIn(raw, 'kind')),
    impact: String(getIn(raw, 'impact')),
    typeName: String(getIn(raw, 'typeName')),
    verdicts: (Array.isArray(verdicts) ? verdicts : []).map((verdict: unknown) => ({
      rule: String(getIn(verdict, 'ruleId')),
      impact: String(getIn(verdict, 'impact')),
      message: String(getIn(verdict, 'message')),
    })),
    base: sideOf(getIn(raw, 'base')),
    head: sideOf(getIn(raw, 'revision')),
  };
}

function sideOf(side: unknown): { pointer: string; value: unknown } | undefined {
  return isObject(side) ? { pointer: String(side.pointer), value: side.value } : undefined;
}
