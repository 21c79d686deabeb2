// Calls to the real server: creation, lists, large integers, errors.
import { type Case, connect, connectTo, rejection } from './case.ts';

const LARGE = 9007199254740993n; // 2^53 + 1, which a number would round

export const CALLS: Readonly<Record<string, Case>> = {
  create: {
    async run(context) {
      const pet = await connect(context).createPet({
        name: 'Zoë 🦊',
        categoryId: 1,
        status: 'available',
      });
      return { ...pet, id: typeof pet.id };
    },
    expected: { id: 'number', name: 'Zoë 🦊', categoryId: 1, status: 'available' },
  },
  list: {
    async run(context) {
      const { items } = await connect(context).listPets({ status: 'available', limit: 1 });
      return items.map(({ name }) => name);
    },
    expected: ['Zoë 🦊'],
  },
  pages: {
    async run(context) {
      const store = connect(context);
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        await store.createPet({ name, categoryId: 2, status: 'sold' });
      const names: string[] = [];
      for await (const { name } of store.listPets.all({ status: 'sold', limit: 2 }))
        names.push(name);
      return names.join('');
    },
    expected: 'abcde',
  },
  'int64 in a body and its reply': {
    async run(context) {
      const { categoryId } = await connect(context).createPet({ name: 'Big', categoryId: LARGE });
      return [typeof categoryId, String(categoryId)];
    },
    expected: ['bigint', '9007199254740993'],
  },
  'int64 in a path': {
    async run(context) {
      const { id } = await connectTo('echo', context, { onDeprecated() {} }).getPet({
        petId: LARGE,
      });
      return [typeof id, String(id)];
    },
    expected: ['bigint', '9007199254740993'],
  },
  'details of a 400': {
    async run(context) {
      const error = await rejection(connect(context).createPet({ name: '', categoryId: 1 }));
      if (!(error instanceof context.sdk.InvalidRequestError)) throw error;
      const details = error.details.map(({ in: part, path, code }) => [part, path, code]);
      return { name: error.name, status: error.status, code: error.code, details };
    },
    expected: {
      name: 'InvalidRequestError',
      status: 400,
      code: 'invalid_request',
      details: [['body', '/name', 'min_length']],
    },
  },
  'quota and request id': {
    async run(context) {
      const { rateLimit, requestId } = await connect(context).listPets().withResponse();
      return [rateLimit?.minute.limit, rateLimit?.day.limit, (requestId ?? '').length > 0];
    },
    expected: [1000, 100_000, true],
  },
};
