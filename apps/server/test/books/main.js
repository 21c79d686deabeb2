// The command line of the shop of books, after its build: `node apps/server/test/books/main.js serve`
import { readFileSync } from 'node:fs';
import { runCommandLine } from '../../dist/cli/program.js';
import { createShop } from './shop.js';

const contract = readFileSync(new URL('generated/contract.json', import.meta.url), 'utf8');
await runCommandLine(createShop(JSON.parse(contract)));
