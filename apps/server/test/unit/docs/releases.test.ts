// The page of changes and its Atom feed, of a contract with releases and of one without.
import { document } from '@animal-store/contract';
import type { Release } from '@animal-store/reference';
import { readReleases } from '../../../src/docs/serve-docs.js';
import { operationIds } from '../../support/contract-values.js';
import { renderSite } from '../../support/docs-files.js';
import { parseXml, type XmlElement } from '../../support/parse-xml.js';
import { RELEASES } from '../../support/releases.js';

const ATOM = 'http://www.w3.org/2005/Atom';
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const fileOf = (name: string, releases: readonly Release[], info = {}) =>
  renderSite({ ...document, info: { ...document.info, ...info } }, { releases })
    .get(name)
    ?.bytes.toString() ?? '';
const feedOf = (releases: readonly Release[], title = 'A') =>
  parseXml(fileOf('changes.atom', releases, { title }));
const childrenOf = ({ children }: XmlElement, name: string) =>
  children.filter((child) => child.namespace === ATOM && child.name === name);
const textOf = (element: XmlElement, name: string) => {
  const texts = childrenOf(element, name).map(({ text }) => text);
  expect([name, texts]).toEqual([name, [expect.any(String)]]); // exactly one
  return texts[0] ?? '';
};

test('when there are some releases or none, then the feed has every element that RFC 4287 requires', () => {
  for (const releases of [RELEASES, []]) {
    const feed = feedOf(releases);
    expect([feed.namespace, feed.name]).toEqual([ATOM, 'feed']);
    const entries = childrenOf(feed, 'entry');
    expect(entries).toHaveLength(releases.length);
    for (const element of [feed, ...entries]) {
      expect(URL.canParse(textOf(element, 'id'))).toBe(true);
      expect(textOf(element, 'title')).not.toBe('');
      expect(textOf(element, 'updated')).toMatch(RFC_3339);
      const alternate = childrenOf(element, 'link').filter(
        ({ attributes }) => attributes.rel === 'alternate',
      );
      expect(alternate).toHaveLength(1);
    }
    const [author] = childrenOf(feed, 'author');
    expect(author && textOf(author, 'name')).not.toBe('');
    const self = childrenOf(feed, 'link').find(({ attributes }) => attributes.rel === 'self');
    expect(self?.attributes.href).toBe('changes.atom');
    const ids = [feed, ...entries].map((element) => textOf(element, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('when there are several releases, then each has an entry, and the feed has the newest date', () => {
  const feed = feedOf(RELEASES);
  const [entry] = childrenOf(feed, 'entry');
  if (entry === undefined) throw new Error('there is no entry');
  expect(textOf(entry, 'title')).toBe('2.0.0');
  expect(textOf(entry, 'updated')).toBe('2027-01-01T00:00:00Z');
  expect(textOf(feed, 'updated')).toBe('2027-01-01T00:00:00Z');
  const [content] = childrenOf(entry, 'content');
  expect(content?.attributes.type).toBe('html');
  expect(content?.text).toContain('<code>limit</code> is lower.');
  expect(content?.text).toContain('Wire: breaking');
});

test('when a text has markup or characters that XML does not allow, then the feed is well-formed', () => {
  const feed = feedOf(RELEASES, 'A <b>"shop"</b> & ]]> \u0001 more');
  expect(textOf(feed, 'title')).toBe('Changes of A <b>"shop"</b> & ]]> \u{FFFD} more');
  const [content] = childrenOf(feed, 'entry').flatMap((entry) => childrenOf(entry, 'content'));
  expect(content?.text).toContain('Orders &#60;are&#62; gone &amp; forgotten.');
  expect(content?.text).toContain('65536. ]]&gt; \u{FFFD} \u{FFFD}');
});

test('when the texts of a release change, then the identifier of its entry stays', () => {
  const ids = (releases: readonly Release[]) =>
    childrenOf(feedOf(releases), 'entry').map((entry) => textOf(entry, 'id'));
  const [newest, ...older] = RELEASES;
  if (newest === undefined) throw new Error('there is no release');
  const edited = { ...newest, date: '2027-02-02T00:00:00Z', sentences: ['Another.'], changes: [] };
  expect(ids([edited, ...older])).toEqual(ids(RELEASES));
  expect(ids(older)).toEqual(ids(RELEASES).slice(1));
});

test('when there is no release, then the contract as it is is the first one', () => {
  const page = fileOf('changes.html', []);
  expect(page).toContain(`<section id="v${document.info.version}">`);
  for (const id of operationIds())
    expect(page).toContain(`<a href="./#${id}"><code>${id}</code></a>`);
});

test('when there are releases, then the page has a section of each, with the effect of its changes', () => {
  const page = fileOf('changes.html', RELEASES);
  expect(page).toContain('<section id="v2.0.0">');
  expect(page).toMatch(
    /<h2>\s*2\.0\.0\s*<time datetime="2027-01-01T00:00:00Z">1 January 2027<\/time>/,
  );
  expect(page).toMatch(/Wire: breaking[\s\S]*Source: no effect/);
  expect(page).toContain('Nothing that clients can notice.');
  expect(page).toContain('Orders &#60;are&#62; gone &amp; forgotten.');
  expect(page).toContain('<code>limit</code> is lower.');
  expect(page).toContain('<s><code>listUnicorns</code></s> (removed)');
});

test('when a site is exported, then its pages have their Content-Security-Policy', () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'`;
  for (const name of ['index.html', 'changes.html'])
    expect(fileOf(name, RELEASES)).toContain(policy);
});

test('when the program is built, then the record of the releases is part of it', async () => {
  expect(Array.isArray(await readReleases())).toBe(true);
});
