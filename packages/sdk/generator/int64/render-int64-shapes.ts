// Renderer of generated/int64-shapes.ts.
import type { Int64Shapes } from './prune-shapes.js';

/** The places of 64-bit integers, for a client whose results have them as strings. */
export function renderInt64Shapes({ shapes, operations }: Int64Shapes): string {
  const rows = (list: readonly string[]) => list.map((row) => `  ${row},\n`).join('');
  const places = Object.entries(operations).map(([id, spec]) => `${id}: ${JSON.stringify(spec)}`);
  return `import type { Int64Shape, OperationInt64s } from '../src/int64-shape.js';

export const INT64_SHAPES: readonly Int64Shape[] = [
${rows(shapes.map((shape) => JSON.stringify(shape)))}];

export const OPERATION_INT64S: Readonly<Record<string, OperationInt64s>> = {
${rows(places)}};
`;
}
