import { document, operationSpecs } from '@animal-store/contract';
import { readContract } from '../../../../src/contract/contract.js';
import { toPageDocument } from '../../../../src/docs/page-document.js';
import { markChanges, type SpecChange } from '../../../../src/docs/preview/mark-changes.js';
import { CHANGES, diffOf } from '../../../support/spec-diff.js';

const page = toPageDocument(readContract(document, operationSpecs));

/** The JSON Pointers of what is marked, with the marks. */
function marksOf(...changes: SpecChange[]): [string, unknown][] {
  const found: [string, unknown][] = [];
  const search = (node: unknown, pointer: string) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-review-marks') found.push([pointer, value]);
      else if (key !== 'x-review') search(value, `${pointer}/${key.replaceAll('/', '~1')}`);
    }
  };
  search(markChanges(page, diffOf(...changes)), '#');
  return found;
}

test('when the schema of a parameter changed, then the parameter is marked with the text, without its location', () => {
  expect(marksOf(CHANGES.limit)).toEqual([
    [
      '#/components/parameters/Limit',
      [
        {
          kind: 'breaking',
          text: "Upper bound changed from '<= 200' to '<= 100'. A request that was valid may be rejected.",
        },
      ],
    ],
  ]);
});

test('when a parameter was removed, then the one that has its position now is not marked', () => {
  expect(marksOf(CHANGES.removedParameter)).toEqual([]);
});

test('when a parameter was added, then it is marked by its name, wherever it stands', () => {
  const elsewhere = { ...CHANGES.addedParameter, pointer: '#/paths/~1pets/get/parameters/0' };
  for (const change of [CHANGES.addedParameter, elsewhere]) {
    const [first] = marksOf(change);
    const index = Number(first?.[0].split('/').at(-1));
    expect(page.paths['/pets']?.get?.parameters?.[index]).toMatchObject({ name: 'status' });
  }
});

test('when a property was added, then it is marked, and the schema it refers to is not', () => {
  const [property, ...others] = marksOf(CHANGES.addedProperty);
  expect(property).toEqual([
    '#/components/schemas/NewPet/properties/status',
    [{ kind: 'added', text: 'Added. Clients may send it.' }],
  ]);
  expect(others).toEqual([]);
});

test('when a property was removed, then its schema is marked', () => {
  expect(marksOf(CHANGES.removedProperty)).toEqual([
    ['#/components/schemas/Pet', [expect.objectContaining({ kind: 'breaking' })]],
  ]);
});

test('when a response changed, then it is marked, and a shared one only where it changed', () => {
  const marks = marksOf(CHANGES.response, CHANGES.sharedResponse);
  expect(marks.map(([pointer]) => pointer)).toEqual([
    '#/paths/~1pets/post/responses/201',
    '#/paths/~1pets/post/responses/409',
  ]);
  expect(marks[0]?.[1]).toEqual([
    { kind: 'unnoticed', text: '`description` was reworded. It does not affect clients.' },
  ]);
});

test('when a change has no place on the page, then only the summary has it', () => {
  const changes = [CHANGES.service, CHANGES.removedOperation];
  expect(marksOf(...changes)).toEqual([]);
  expect(markChanges(page, diffOf(...changes))['x-review']?.changes).toEqual(
    changes.map((change) => ({ ...change, kind: 'breaking' })),
  );
});

test('when a document is marked, then the original is unchanged', () => {
  const before = JSON.stringify(page);
  marksOf(...Object.values(CHANGES));
  expect(JSON.stringify(page)).toBe(before);
});
