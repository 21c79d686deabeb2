#!/usr/bin/env node
// The program `animal-store`: the command line of the animal store.
import { runCommandLine } from '@animal-store/engine/cli';
import { shop } from './shop.js';

await runCommandLine(shop);
