// Lines for people once a server has started: how they call the command line.
import { formatWelcome } from '../../src/cli/welcome.js';

const service = { url: 'http://localhost/v1', database: 'films.db', firstKey: undefined };
const product = { name: 'films', title: 'film store', keyPrefix: 'fs', version: '1.0.0' };
const readDocs = async () => Buffer.of();

test('when a product says nothing of how people call it, then they call it by its name', async () => {
  const text = await formatWelcome(service, { product, readDocs }, 'It is running.');
  expect(text).toContain('key: films keys create ');
});

test('when a product says how people call it, then the text says so', async () => {
  const shop = { product: { ...product, command: 'npm run films --' }, readDocs };
  const text = await formatWelcome(service, shop, 'It is running.');
  expect(text).toContain('key: npm run films -- keys create ');
});
