// The page on the SDK's mock, without a server.
import { AnimalStore } from '@animal-store/sdk';
import { createMockFetch, type MockFetchOptions, TEST_KEY } from '@animal-store/sdk/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { App } from '../src/app.js';
import { SAMPLE_ANIMALS } from '../src/samples.js';

const user = userEvent.setup({ delay: null });
configure({ asyncUtilTimeout: 60_000 }); // a busy machine is slow
afterEach(cleanup);

async function renderApp(options?: MockFetchOptions, count = '12 animals, and more') {
  const mock = createMockFetch({ pets: SAMPLE_ANIMALS, ...options });
  const { clock } = mock; // with it, retries take no time
  const connect = (apiKey: string | (() => string) = TEST_KEY) =>
    new AnimalStore({ environment: 'staging', apiKey, int64: 'string', fetch: mock, clock });
  const queries = { staleTime: Number.POSITIVE_INFINITY };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries } })}>
      <App connect={connect} />
    </QueryClientProvider>,
  );
  await screen.findByText(count);
  return mock;
}

const names = () => screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent);
const press = (name: string) => user.click(screen.getByRole('button', { name }));

async function add(name: string, category = '1', key: string = TEST_KEY): Promise<void> {
  const values = { Name: name, Category: category, 'Secret API key': key };
  for (const [label, value] of Object.entries(values)) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), value);
  }
  await press('Add');
}

/** Waits until the text stands at the field with the label, which has the focus. */
async function expectError(label: string, text: RegExp): Promise<void> {
  const { id } = await screen.findByText(text);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-describedby')).toBe(id);
  expect(document.activeElement).toBe(field);
}

test('when a visitor asks for more, then each animal is listed once, and a low quota is shown', async () => {
  const mock = await renderApp({ quota: { perMinute: 5, perDay: 1_000 } });
  mock.failNext({ status: 500 });
  await press('More');
  await screen.findByText(/^An internal error occurred/);
  await press('Try again');
  await screen.findByText('24 animals, and more');
  expect(screen.queryByText(/requests left/)).toBeNull();
  await press('More');
  await screen.findByText('30 animals');
  expect(names()).toEqual(SAMPLE_ANIMALS.map(({ name }) => name));
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  screen.getByText(/^1 of 5 requests left until \d/);
});

test('when the store has one animal, then it is counted in the singular', async () => {
  await renderApp({ pets: SAMPLE_ANIMALS.slice(0, 1) }, '1 animal');
});

test('when a visitor chooses a status, then only its animals are listed, new ones too', async () => {
  await renderApp();
  await user.selectOptions(screen.getByLabelText('Show'), 'sold');
  await screen.findByText('10 animals');
  await add('Rex');
  await screen.findByText('Rex was added.');
  await user.selectOptions(screen.getByLabelText('Status'), 'sold');
  await add('Max');
  await screen.findByText('Max was added.');
  const sold = SAMPLE_ANIMALS.filter(({ status }) => status === 'sold').map(({ name }) => name);
  expect(names()).toEqual(['Max', ...sold]);
  await user.selectOptions(screen.getByLabelText('Show'), 'all');
  await screen.findByText('12 animals, and more'); // in the order of the service
});

test('when a value is refused, then the error stands at its field, and nothing is added', async () => {
  const mock = await renderApp();
  await add('Rex', 'dogs');
  await expectError('Category', /^must be of type integer$/);
  const error = { in: 'body', code: 'pattern', message: 'is taken' } as const;
  for (const path of ['/name', '/tag'])
    mock.failNext({ operation: 'createPet', status: 400, details: [{ ...error, path }] });
  await add('Rex');
  await expectError('Name', /^is taken$/);
  await press('Add');
  await screen.findByText('tag is taken'); // a property without a field
  await add('Rex', '1', 'unknown');
  await expectError('Secret API key', /^The API key is missing or invalid/);
  await add('Rex', '1', 'two words');
  await screen.findByText(/^Rex was not added. .*apiKey.* white space$/);
  expect(mock.data.pets).toHaveLength(SAMPLE_ANIMALS.length);
  expect(names()).not.toContain('Rex');
});

test('when an animal is added, then it is listed once from the beginning, and a new form begins', async () => {
  const mock = await renderApp();
  mock.failNext({ operation: 'createPet', delayMs: 1_000 });
  mock.failNext({ operation: 'listPets', delayMs: 600_000 });
  await press('More'); // its response would not have the new animal
  await user.selectOptions(screen.getByLabelText('Status'), 'sold');
  await add('Rex', '9007199254740993');
  await press('Adding …'); // adds no second one
  expect(names().slice(0, 2)).toEqual(['Rex', SAMPLE_ANIMALS[0]?.name]);
  screen.getByText('Adding …', { selector: 'p' });
  await screen.findByText('Rex was added.');
  expect(screen.queryByText('Adding …')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
  await press('More');
  await screen.findByText('25 animals, and more');
  await press('More');
  await screen.findByText('31 animals');
  screen.getByText('Category 9007199254740993');
});

test('when a form is sent again after a failure, then its idempotency key is the same', async () => {
  const mock = await renderApp();
  mock.failNext({ operation: 'createPet', networkError: true, times: 3 }); // the client's attempts
  await add('Rex');
  await screen.findByText('Rex was not added. The store cannot be reached.');
  expect(names()).not.toContain('Rex');
  await press('Add');
  await screen.findByText('Rex was added.');
  mock.failNext({ operation: 'createPet', code: 'idempotency_mismatch' });
  await add('Max');
  await screen.findByText(/^Max was not added. This Idempotency-Key was used/);
  await press('Add');
  await screen.findByText('Max was added.');
  const keys = mock.requests.map(({ headers }) => headers['idempotency-key']).filter(Boolean);
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 0, 4, 5]);
});
