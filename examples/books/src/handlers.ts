// Handlers of the book store, typed from its contract.
import { type Handler, type Handlers, readPage } from '@animal-store/engine';
import type { Books } from './tables.js';

const listBooks: Handler<Books, 'listBooks'> = async ({ query }, services) => {
  const page = await readPage(services, query, services.store.books);
  return { status: 200, ...page };
};

const createBook: Handler<Books, 'createBook'> = async ({ body }, { store }) => ({
  status: 201,
  body: await store.books.insert(body),
});

const getBook: Handler<Books, 'getBook'> = async ({ path }, { store, createError }) => {
  const book = await store.books.get(path.bookId);
  if (book === undefined) throw createError('not_found');
  return { status: 200, body: book };
};

const listLoans: Handler<Books, 'listLoans'> = async ({ query }, services) => {
  const page = await readPage(services, query, services.store.loans);
  return { status: 200, ...page };
};

/** The loan refers to the book of the path: without one, the reply is a 404. */
const lendBook: Handler<Books, 'lendBook'> = async ({ path, body }, { store }) => ({
  status: 201,
  body: await store.loans.insert({ ...body, bookId: path.bookId }),
});

export const handlers: Handlers<Books> = { listBooks, createBook, getBook, listLoans, lendBook };
