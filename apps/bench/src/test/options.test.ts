// Tests of the command-line options.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../options.js';

const SCENARIOS = ['list', 'pages'];

for (const option of ['--quick', '--only=list', '--servers=ours', '--rounds=1', '--seconds=1'])
  test(`when ${option} is given with --write, then the run is refused`, () => {
    assert.throws(() => readOptions(['--write', option], SCENARIOS), /leave out --/);
  });

test('when --write is given alone, then seven rounds of two seconds are recorded', () => {
  const options = readOptions(['--write'], SCENARIOS);
  assert.ok(options !== 'help');
  const { write, rounds, seconds, only } = options;
  assert.deepEqual(
    { write, rounds, seconds, only },
    { write: true, rounds: 7, seconds: 2, only: undefined },
  );
});
