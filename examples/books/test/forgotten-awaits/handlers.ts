// Handlers that forget to await.
import type { Handler } from '@animal-store/engine';
import type { Books } from '../../src/tables.js';

export const createBook: Handler<Books, 'createBook'> = async ({ body }, { store }) => {
  store.books.insert(body); // forgotten
  if (body.year === undefined) store.books.remove(1); // forgotten
  [1, 2].map((id) => store.books.remove(id)); // forgotten
  [1, 2].forEach((id) => {
    store.books.remove(id); // forgotten
  });
  setTimeout(() => store.books.remove(1)); // forgotten
  await Promise.all([1, 2].map((id) => store.books.remove(id)));
  void store.books.remove(1);
  if (!store.books.remove(1)) throw new Error('there is none'); // forgotten
  return { status: 201, body: await store.books.insert(body) };
};
