// Types of a schema, as its `type` declares them.
import { getIn } from '../../json.js';

/** Empty if the schema has no `type`. */
export function typesOf(schema: unknown): string[] {
  const type = getIn(schema, 'type');
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}
