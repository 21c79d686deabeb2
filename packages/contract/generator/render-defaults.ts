// Type of the parameters with a default: handlers always get a value for them.
import type { ContractDocument, Parameter, Schema } from '../src/document.js';
import { resolve } from '../src/resolve.js';

/** `defaults.ts`: for each operationId, the names of its parameters that have a default. */
export function renderDefaults(document: ContractDocument): string {
  const rows = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => operation?.operationId !== undefined)
    .map(({ operationId, parameters = [] }) => {
      const names = parameters
        .map((entry) => resolve<Parameter>(entry, document))
        .filter(({ schema }) => resolve<Schema>(schema, document).default !== undefined)
        .map(({ name }) => JSON.stringify(name));
      return `  ${operationId}: ${names.join(' | ') || 'never'};`;
    });
  return `export interface Defaulted {\n${rows.join('\n')}\n}\n`;
}
