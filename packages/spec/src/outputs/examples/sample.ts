// Sample of a schema: a value for a request or a reply whose contract gives no example.
import { isObject } from '../../json.js';
import {
  type Direction,
  type Edge,
  isReadOnly,
  isWriteOnly,
  type Notes,
  partsOf,
  type Schema,
  selectingValues,
  valuesOf,
} from '../../model/index.js';
import { sampleNumber, sampleText } from './scalars.js';

/**
 * A value of this schema. It follows examples, defaults and constraints, but not every pattern: the caller has to check
 * it. Undefined for a schema that contains itself without end.
 * @param direction Where the value is sent. A request has no read-only properties, and a reply no write-only ones.
 */
export function sampleOf(edge: Edge | undefined, direction: Direction = 'reply'): unknown {
  const isOmitted = direction === 'request' ? isReadOnly : isWriteOnly;
  return edge && new Sampler(isOmitted).sample(edge);
}

/** A sample, for the same schema within others. */
interface Made {
  value: unknown;
  /** The schemas that it was made of, and those that it lacks because they are around it. */
  met: ReadonlySet<Schema>;
  lacking: ReadonlySet<Schema>;
}

class Sampler {
  readonly #isOmitted: (property: Edge) => boolean;
  readonly #made = new Map<Schema, Made[]>();
  /** The schemas around the current one. A sample of them is not made again inside it. */
  readonly #parents = new Set<Schema>();
  #met = new Set<Schema>();

  constructor(isOmitted: (property: Edge) => boolean) {
    this.#isOmitted = isOmitted;
  }

  sample({ notes, schema }: Edge): unknown {
    const given = valueIn(notes);
    if (given !== undefined) return given;
    this.#met.add(schema);
    if (this.#parents.has(schema)) return undefined;
    const made = this.#known(schema) ?? this.#make(schema);
    for (const other of made.met) this.#met.add(other);
    return made.value;
  }

  #known(schema: Schema): Made | undefined {
    const isSame = ({ met, lacking }: Made) =>
      [...met].every((other) => this.#parents.has(other) === lacking.has(other));
    return this.#made.get(schema)?.find(isSame);
  }

  #make(schema: Schema): Made {
    const met = new Set<Schema>();
    const outer = this.#met;
    this.#met = met;
    this.#parents.add(schema);
    const value = this.#valueOf(schema);
    this.#parents.delete(schema);
    this.#met = outer;
    const lacking = new Set([...met].filter((other) => this.#parents.has(other)));
    const made = { value, met, lacking };
    this.#made.set(schema, [...(this.#made.get(schema) ?? []), made]);
    return made;
  }

  #valueOf(schema: Schema): unknown {
    if (schema.constant !== undefined) return schema.constant.value;
    const given = valueIn(schema.notes);
    if (given !== undefined) return given;
    if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[0];
    const branch = (schema.oneOf ?? schema.anyOf)?.branches[0];
    const parts = [...partsOf(schema), ...(branch ? [branch] : [])].map((part) =>
      this.sample(part),
    );
    const value = this.#valueOfType(schema);
    if (parts.length === 0) return value;
    if (!parts.every(isObject)) return parts.find((part) => part !== undefined) ?? value;
    return Object.assign({}, ...parts, value, branch && selectingPropertyOf(schema, branch));
  }

  #valueOfType(schema: Schema): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return this.#list(schema);
      case 'string':
        return sampleText(schema);
      case 'integer':
      case 'number':
        return sampleNumber(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return undefined;
    }
  }

  #object({ properties = new Map<string, Edge>(), additional }: Schema): object {
    const named = [...properties].filter(([, property]) => !this.#isOmitted(property));
    if (additional !== undefined) named.push(['name', additional]);
    const values = named.map(([name, property]) => [name, this.sample(property)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  #list({ items, bounds: { minItems = 0, maxItems = 1 } }: Schema): unknown[] {
    const length = Math.max(Math.min(1, maxItems), minItems);
    const item = items && this.sample(items);
    return item === undefined ? [] : Array.from({ length }, () => item);
  }
}

function valueIn({ examples, default: own }: Notes): unknown {
  return examples.length > 0 ? examples[0] : own;
}

/** The property that names the branch, if the branch itself does not fix its value. */
function selectingPropertyOf({ discriminator }: Schema, branch: Edge): object {
  if (discriminator === undefined) return {};
  const property = branch.schema.properties?.get(discriminator.property);
  const [value] = selectingValues(branch, discriminator);
  const isFixed = property !== undefined && valuesOf(property.schema) !== undefined;
  return isFixed || value === undefined ? {} : { [discriminator.property]: value };
}

function typeOf({ types, properties, additional, items }: Schema) {
  if (types !== undefined) return types.find((type) => type !== 'null') ?? 'null';
  if (properties !== undefined || additional?.schema.isNever === false) return 'object';
  return items === undefined ? undefined : 'array';
}
