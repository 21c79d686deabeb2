#!/usr/bin/env node
import { runCommandLine } from '@animal-store/engine/cli';
// The program `animal-store`: the command line of the animal store.
import { shop } from './shop.js';

await runCommandLine(shop);
