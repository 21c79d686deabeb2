// Preload of libraries, for commands that run this package from its sources: tsx parses each file that is loaded after it.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('@redocly/openapi-core');
require('ajv/dist/2020.js');
