#!/usr/bin/env node
// The program `animal-store`: the command line of the animal store.
import { shop } from '../shop.js';
import { runCommandLine } from './program.js';

await runCommandLine(shop);
