// Calls that create, update and delete, and their replies.
import { deepStrictEqual } from 'node:assert';
import { AnimalStore, type Category, type GrowthAccount } from '@animal-store/sdk';
import {
  apiKey,
  BIG,
  baseUrl,
  type Cases,
  MAX,
  NOT_FOUND,
  notSent,
  refused,
  store,
} from './sdk-case.js';

const ACCOUNT = { name: 'a', password: 'correct horse' };
const SAVED = { id: BIG, name: 'a', createdAt: '2026-11-20T10:00:00Z' };

let isLost = true;
/** Loses the first response. */
const unreliable = new AnimalStore({
  baseUrl,
  apiKey,
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (!isLost) return response;
    isLost = false;
    throw new TypeError('the connection was lost');
  },
});

let birds: Category = { id: 0, name: '' };
const names = async () => {
  const found: string[] = [];
  for await (const { name } of store.listCategories.all({ limit: 1 })) found.push(name);
  return found;
};

export const STORED_CALLS: Cases = {
  'readOnly, writeOnly': [
    [
      'what a request has',
      async () => {
        const reply = await store.createAccount(ACCOUNT).withResponse();
        const account: GrowthAccount | undefined = reply.status === 201 ? reply.data : undefined;
        return account;
      },
      SAVED,
    ],
    // @ts-expect-error read-only
    ['a read-only one', () => store.createAccount({ ...ACCOUNT, id: 1 }), refused('/id invalid')],
    // @ts-expect-error required in a request
    ['no write-only one', () => store.createAccount({ name: 'a' }), refused('/password required')],
  ],
  '204, several statuses, response headers': [
    ['204', () => store.deleteAccount({ accountId: MAX }), undefined],
    [
      '201',
      async () => {
        const { status, data, response } = await store.createAccount(ACCOUNT).withResponse();
        return [status === 201 && data.name, response.headers.get('X-Account-Version')];
      },
      ['a', '1'],
    ],
    [
      '202',
      async () => {
        const later = store.createAccount({ ...ACCOUNT, name: 'later' });
        const { status, data } = await later.withResponse();
        return status === 202 && data.state;
      },
      'queued',
    ],
    // @ts-expect-error not an integer
    ['no id', () => store.deleteAccount({ accountId: '1' }), notSent('accountId must be')],
  ],
  'Idempotency-Key': [
    [
      'a retry after a lost response',
      async () => {
        birds = await unreliable.createCategory({ name: 'Birds' });
        return [birds.name, isLost, await names()];
      },
      ['Birds', false, ['Fish', 'Birds']],
    ],
    [
      'a second call',
      async () => {
        const { id } = await store.createCategory({ name: 'Birds' });
        await store.deleteCategory({ categoryId: id });
        return id === birds.id;
      },
      false,
    ],
    [
      'a key of the caller',
      // @ts-expect-error the client sends it
      () => store.createCategory({ name: 'a', 'Idempotency-Key': 'k' }),
      refused('/Idempotency-Key unknown'),
    ],
  ],
  'update, delete': [
    ['get', () => store.getCategory({ categoryId: birds.id }).then(({ name }) => name), 'Birds'],
    [
      'update',
      async () => {
        const changes = { categoryId: birds.id, name: 'Bats', description: 'b' };
        const changed = await store.updateCategory(changes);
        deepStrictEqual(await store.getCategory({ categoryId: birds.id }), changed);
        return [changed.name, changed.description, await names()];
      },
      ['Bats', 'b', ['Fish', 'Bats']],
    ],
    ['delete', () => store.deleteCategory({ categoryId: birds.id }), undefined],
    ['list', names, ['Fish']],
    ['get what is deleted', () => store.getCategory({ categoryId: birds.id }), NOT_FOUND],
    ['delete it again', () => store.deleteCategory({ categoryId: birds.id }), NOT_FOUND],
    ['update it', () => store.updateCategory({ categoryId: birds.id, name: 'a' }), NOT_FOUND],
    // @ts-expect-error the id is in the path
    ['no id', () => store.updateCategory({ name: 'a' }), notSent('categoryId is required')],
  ],
};
