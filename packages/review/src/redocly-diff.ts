// Owns the run of `redocly diff`, which rates the changes of paths, parameters, bodies and schemas.
import { dirname } from 'node:path';
import { at, isObject } from '../../contract/generator/json.js';
import { fileOf, runNode } from './run-node.js';

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

const ENV = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

export async function redoclyDiff(baseFile: string, headFile: string): Promise<RedoclyChange[]> {
  const cli = fileOf('@redocly/cli', 'bin/cli.js');
  const { exitCode, stdout, stderr } = await runNode(
    [cli, 'diff', baseFile, headFile, '--format=json', '--fail-on=none'],
    { cwd: dirname(headFile), env: ENV },
  );
  if (exitCode !== 0) throw new Error(`redocly diff failed: ${stderr.trim()}`);
  const report: unknown = JSON.parse(stdout);
  const changes = at(report, 'changes');
  if (!Array.isArray(changes)) throw new Error('redocly diff gave no list of changes.');
  return changes.map(toChange);
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
