// Owns the run of `redocly diff`, which rates the changes of paths, parameters, bodies and schemas.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { at, isObject } from './json.js';

export interface RedoclyChange {
  /** The way to it from the root of the document, through references. */
  path: string;
  property: string | undefined;
  kind: string;
  impact: string;
  typeName: string;
  verdicts: { rule: string; impact: string; message: string }[];
  /** Absent where the change added, or removed, the whole. */
  base: { pointer: string; value: unknown } | undefined;
  head: { pointer: string; value: unknown } | undefined;
}

export async function redoclyDiff(baseFile: string, headFile: string): Promise<RedoclyChange[]> {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  const args = [cli, 'diff', baseFile, headFile, '--format=json', '--fail-on=none'];
  const report: unknown = JSON.parse(await run(args, dirname(headFile)));
  const changes = at(report, 'changes');
  if (!Array.isArray(changes)) throw new Error('redocly diff gave no list of changes.');
  return changes.map(toChange);
}

function run(args: string[], cwd: string): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`redocly diff failed: ${stderr.trim()}`));
      else resolve(stdout);
    });
  });
}

function toChange(raw: unknown): RedoclyChange {
  const verdicts = at(raw, 'verdicts');
  const property = at(raw, 'property');
  return {
    path: String(at(raw, 'path')),
    property: typeof property === 'string' ? property : undefined,
    kind: String(at(raw, 'kind')),
    impact: String(at(raw, 'impact')),
    typeName: String(at(raw, 'typeName')),
    verdicts: (Array.isArray(verdicts) ? verdicts : []).map((verdict: unknown) => ({
      rule: String(at(verdict, 'ruleId')),
      impact: String(at(verdict, 'impact')),
      message: String(at(verdict, 'message')),
    })),
    base: sideOf(at(raw, 'base')),
    head: sideOf(at(raw, 'revision')),
  };
}

function sideOf(side: unknown): { pointer: string; value: unknown } | undefined {
  return isObject(side) ? { pointer: String(side.pointer), value: side.value } : undefined;
}
