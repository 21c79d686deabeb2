import { document, operationSpecs } from '@animal-store/contract';
import { readContract } from '../../../../src/contract/contract.js';
import { changeFiles } from '../../../../src/docs/changes/change-page.js';
import { readReleases } from '../../../../src/docs/changes/releases.js';
import { operationIds } from '../../../support/contract-values.js';
import { RELEASES } from '../../../support/releases.js';

const contract = readContract(document, operationSpecs);
const pageOf = (...args: [typeof RELEASES, string?]) =>
  new Map(changeFiles(contract, args[0], 'changes', args[1])).get('changes')?.bytes.toString() ??
  '';

test('when there is no release, then the page says so', () => {
  expect(pageOf([])).toContain('<p>No release yet.</p>');
});

test('when there are releases, then the page has a section of each, with its date and the effect of its changes', () => {
  const page = pageOf(RELEASES);
  expect(page).toContain('<section id="v2.0.0">');
  expect(page).toMatch(
    /<h2>\s*2\.0\.0\s*<time datetime="2027-01-01T00:00:00Z">1 January 2027<\/time>/,
  );
  expect(page).toMatch(/Wire: breaking[\s\S]*Source: no effect/);
  expect(page).toContain('Nothing that clients can notice.');
});

test('when an operation still exists, then it is linked to the reference page, and otherwise marked as removed', () => {
  const page = pageOf(RELEASES);
  const [id = ''] = operationIds();
  expect(page).toMatch(new RegExp(`<a href="\\./#/\\w+/${id}"><code>${id}</code></a>`));
  expect(page).toContain('<code>listUnicorns</code> (removed)');
});

test('when a sentence has markup, then it is escaped, except for code', () => {
  const page = pageOf(RELEASES);
  expect(page).toContain('Orders &#60;are&#62; gone &#38; forgotten.');
  expect(page).toContain('<code>limit</code> is lower.');
});

test('when the page is exported, then it has its Content-Security-Policy, and no script or inline style', () => {
  const page = pageOf(RELEASES, "default-src 'none'");
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'" />`,
  );
  expect(page).not.toMatch(/<script|<style|style="|onclick/);
});

test('when the program is built, then the record of the releases is part of it', () => {
  expect(Array.isArray(readReleases())).toBe(true);
});
