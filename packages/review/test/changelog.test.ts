import { changelogSentences } from '../src/release/record-releases.js';

const CHANGELOG = `# @animal-store/sdk

## 2.0.0

### Major Changes

- 3f2a1b4: \`limit\` is at most 50. See [the guide](https://example.org/a).

  Ask for more pages.
- 9999999: Another one,
  on two lines.

### Patch Changes

- Updated dependencies [3f2a1b4]
  - @animal-store/contract@2.0.0

## 1.0.0

Initial release: \`listPets\`,
and more.
`;

test('when changesets wrote a CHANGELOG, then versions have sentences without hashes and dependencies', () => {
  expect([...changelogSentences(CHANGELOG)]).toEqual([
    [
      '2.0.0',
      ['`limit` is at most 50. See the guide. Ask for more pages.', 'Another one, on two lines.'],
    ],
    ['1.0.0', ['Initial release: `listPets`, and more.']],
  ]);
});
