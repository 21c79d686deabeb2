// The command line of the shop of books, after its build: `node apps/server/test/books/main.js serve`
import { readFile } from 'node:fs/promises';
import { runCommandLine } from '../../dist/node_modules/@animal-store/engine/dist/cli/program.js';
import { contract } from './generated/server.js';
import { createShop } from './shop.js';

const readDocs = (name) => readFile(new URL(`generated/docs/${name}`, import.meta.url));
await runCommandLine(createShop(contract, readDocs));
