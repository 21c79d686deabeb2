import type { Decision } from '../src/decision/decide.js';
import { annotations } from '../src/diff/annotations.js';
import { approvalOf, decideEdits } from './support/decide-edits.js';
import { all, type Edit, remove, set } from './support/edit-contract.js';

const BREAKING = all(remove('x-rate-limit-plans business'), set('x-max-body-bytes', 65_536));
const compareWith = (edit: Edit): Promise<Decision> => decideEdits(() => {}, edit);
const linesOf = (comparison: Decision) => annotations(comparison).split('\n');

test('when a breaking change is approved and announced, then it is a warning, and otherwise an error', async () => {
  const lineOf = (decision: Decision) => linesOf(decision)[0] ?? '';
  expect(lineOf(await compareWith(BREAKING))).toMatch(
    /^::error .* Not approved \([0-9a-f]{12}\)\./,
  );
  const approvals = await approvalOf(BREAKING);
  const decisions = [
    await decideEdits(() => {}, BREAKING, { approvals }),
    await decideEdits(() => {}, BREAKING, { approvals, announced: 'major' }),
  ];
  expect(decisions.map((decision) => lineOf(decision).split(' ')[0])).toEqual([
    '::error',
    '::warning',
  ]);
  expect(decisions.map(lineOf).join()).not.toContain('Not approved');
});

test('when something was added, then it is a notice at its line', async () => {
  const [, line] = linesOf(await compareWith(BREAKING));
  expect(line).toMatch(
    /^::notice file=openapi\.yaml,line=\d+,col=\d+,title=Not breaking \(wire%3A minor%2C source%3A patch\)::`x-max-body-bytes` changed from 16384 to 65536\. /,
  );
});

test('when a value was removed, then its annotation is at the nearest new line, and names the old line', async () => {
  const comparison = await compareWith(BREAKING);
  const [removed] = comparison.changes;
  const [line = ''] = linesOf(comparison);
  expect(removed).toMatchObject({ side: 'base', headPlace: { file: 'openapi.yaml' } });
  expect(line).toContain(`file=openapi.yaml,line=${removed?.headPlace?.line},col=`);
  expect(line).toMatch(
    new RegExp(`\\(before: openapi\\.yaml:${removed?.line}:${removed?.column}\\)$`),
  );
  const { headPlace } = removed ?? {};
  expect(headPlace?.line).toBeLessThanOrEqual(removed?.line ?? 0);
  expect(headPlace?.line).toBeGreaterThan(1); // inside x-rate-limit-plans, not the top of the file
});

test('when a change has no effect on clients, then it has no annotation', async () => {
  const edit = set('info title', 'Another');
  expect((await compareWith(edit)).changes).not.toEqual([]);
  expect(annotations(await compareWith(edit))).toBe('');
});

test('when a text has the characters of a workflow command, then they are escaped', async () => {
  const comparison = await compareWith(BREAKING);
  const [change] = comparison.changes;
  if (change === undefined) throw new Error('there is no change');
  const odd = { ...change, file: 'a,b:c%.yaml', message: '100%\r\n::error::x', why: 'a, b: c.' };
  delete odd.headPlace;
  const text = annotations({ ...comparison, changes: [odd] });
  expect(text).toMatch(/^::error file=a%2Cb%3Ac%25\.yaml,/);
  expect(text).toMatch(/::100%25%0D%0A::error::x a, b: c\. Not approved \(\w+\)\.$/);
  expect(text).not.toContain('\n');
});
