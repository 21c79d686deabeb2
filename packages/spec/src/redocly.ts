// Redocly's library: the parser of YAML, the bundler and the linter.
import { createRequire } from 'node:module';

// Required: it is 250 ES modules, and tsx takes half a second longer to import them, each by a message to its worker.
const require = createRequire(import.meta.url);
const redocly: typeof import('@redocly/openapi-core') = require('@redocly/openapi-core');

export const {
  BaseResolver,
  bundle,
  createConfig,
  getLineColLocation,
  lint,
  lintDocument,
  Source,
} = redocly;
export const parseYaml: (text: string, options?: { filename: string }) => unknown =
  redocly.parseYaml;

export type Source = InstanceType<typeof Source>;
export type {
  Config,
  Document,
  LocationObject,
  NormalizedProblem,
  Oas3Rule,
  UserContext,
} from '@redocly/openapi-core';
