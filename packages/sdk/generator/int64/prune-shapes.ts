// Pruning of Int64 shapes: only those that have a 64-bit integer at some depth remain, each once.
import type { Int64Shape, Int64Variant, OperationInt64s } from '../../src/int64-shape.js';

export interface Int64Shapes {
  shapes: readonly Int64Shape[];
  operations: Readonly<Record<string, OperationInt64s>>;
}

export function pruneShapes(
  shapes: readonly Int64Shape[],
  operations: Readonly<Record<string, OperationInt64s>>,
): Int64Shapes {
  const kept = findInt64s(shapes);
  const positions = new Map([...kept].sort((a, b) => a - b).map((index, at) => [index, at]));
  return {
    shapes: [...positions.keys()].map((index) => renumber(shapes[index] ?? {}, positions)),
    operations: mapRecord(operations, (messages) => renumberRecord(messages, positions) ?? {}),
  };
}

function findInt64s(shapes: readonly Int64Shape[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const [index, { number, variants = [] }] of shapes.entries())
      if (number || variants.flatMap(partsOf).some((part) => found.has(part))) found.add(index);
  }
  return found;
}

function partsOf({ items, prefixItems = [], properties = {}, others }: Int64Variant): number[] {
  const parts = [items, ...prefixItems, ...Object.values(properties), others];
  return parts.filter((part) => typeof part === 'number');
}

type Positions = ReadonlyMap<number, number>;

/** A variant without integers stays if there are others, so that a value of its form is not taken for one of them. */
function renumber({ variants = [], ...shape }: Int64Shape, positions: Positions): Int64Shape {
  const hasParts = variants.flatMap(partsOf).some((part) => positions.has(part));
  return hasParts
    ? { ...shape, variants: variants.map((variant) => renumberVariant(variant, positions)) }
    : shape;
}

function renumberVariant(variant: Int64Variant, positions: Positions): Int64Variant {
  const { items, prefixItems, properties, others, required, known, values } = variant;
  const [item, other] = [items, others].map((index) => positions.get(index ?? -1));
  const prefix = prefixItems?.map((index) => positions.get(index ?? -1) ?? null);
  const named = properties && renumberRecord(properties, positions);
  return {
    ...(item !== undefined && { items: item }),
    ...(prefix && { prefixItems: prefix }),
    ...(named && { properties: named }),
    ...(other !== undefined && { others: other }),
    ...(required && required.length > 0 && { required }),
    ...(known && { known }),
    ...(values && Object.keys(values).length > 0 && { values }),
  };
}

/** Undefined if nothing remains. */
function renumberRecord(
  indexes: Readonly<Record<string, number>>,
  positions: Positions,
): Record<string, number> | undefined {
  const entries = Object.entries(indexes).flatMap(([name, index]) => {
    const position = positions.get(index);
    return position === undefined ? [] : [[name, position] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function mapRecord<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
