// Type of the parameters with a default: handlers always get a value for them.
import type { OperationSpec, ParameterIn } from '@animal-store/core';

const PLACES: readonly ParameterIn[] = ['query', 'path', 'header'];

/** `defaults.ts`: for each operationId and place, the names of its parameters that have a default. */
export function renderDefaults(operations: readonly OperationSpec[]): string {
  const rows = operations.map(({ id, parameters }) => {
    const places = PLACES.map((place) => {
      const names = parameters
        .filter((parameter) => parameter.in === place && parameter.default !== undefined)
        .map(({ name }) => JSON.stringify(name));
      return `${place}: ${names.join(' | ') || 'never'}`;
    });
    return `  ${id}: { ${places.join('; ')} };`;
  });
  return `export interface Defaulted {\n${rows.join('\n')}\n}\n`;
}
