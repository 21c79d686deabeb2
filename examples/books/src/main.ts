// The program `books`: the command line of the book store.
import { runCommandLine } from '@animal-store/engine/cli';
import { shop } from './shop.js';

await runCommandLine(shop);
