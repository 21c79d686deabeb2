// Reads a schema to the model, with the components that it may refer to.
import { type Edge, readContract } from '../../src/model/index.js';

export function readSchema(schema: unknown, components: Readonly<Record<string, unknown>>): Edge {
  const { schemas } = readContract({ components: { schemas: { ...components, Own: schema } } });
  const edge = schemas.get('Own');
  if (edge === undefined) throw new Error('The model has no schema.');
  return edge;
}
