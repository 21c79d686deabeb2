// Values of a call: its parameters and its body, taken from a flat or a structured argument.
import type { OperationSpec, ParameterSpec } from '../operation-spec.js';

export interface CallValues {
  /** Values of the parameters by their `labelOf`. None is undefined. */
  parameters: ReadonlyMap<string, unknown>;
  /** Undefined if no body is sent. */
  body: unknown;
}

type Values = Readonly<Record<string, unknown>>;
type Entry = [label: string, value: unknown];

const PARTS = { path: 'path', query: 'query', header: 'headers' } as const;
const PART_NAMES: ReadonlySet<string> = new Set(Object.values(PARTS));

/** A parameter as the caller writes it: `limit` or, in a structured call, `query.limit`. */
export function labelOf({ isStructured }: OperationSpec, parameter: ParameterSpec): string {
  return isStructured ? `${PARTS[parameter.in]}.${parameter.name}` : parameter.name;
}

/** @throws TypeError naming a parameter that the operation does not have, or a required body that is missing. */
export function readCallValues(spec: OperationSpec, params: Values): CallValues {
  return spec.isStructured ? readStructured(spec, params) : readFlat(spec, params);
}

/** What is no parameter is a property of the body. The service validates their names. */
function readFlat(spec: OperationSpec, params: Values): CallValues {
  const { parameters, others } = partition(spec, Object.entries(params));
  if (spec.body === undefined) assertEmpty(others);
  const hasBody = spec.body === 'required' || others.length > 0;
  return { parameters, body: hasBody ? Object.fromEntries(others) : undefined };
}

function readStructured(spec: OperationSpec, { body, ...parts }: Values): CallValues {
  const { parameters, others } = partition(spec, Object.entries(parts).flatMap(labelValues));
  assertEmpty(spec.body === undefined && body !== undefined ? [['body', body]] : others);
  if (spec.body === 'required' && body === undefined) throw new TypeError('body is required');
  return { parameters, body };
}

function labelValues([part, values]: Entry): Entry[] {
  if (values === undefined) return [];
  if (!PART_NAMES.has(part)) throw new TypeError(`${part} must be in path, query, headers or body`);
  if (typeof values !== 'object' || values === null)
    throw new TypeError(`${part} must be an object`);
  return Object.entries(values).map(([name, value]) => [`${part}.${name}`, value]);
}

function partition(
  spec: OperationSpec,
  entries: readonly Entry[],
): { parameters: Map<string, unknown>; others: Entry[] } {
  const labels = new Set(spec.parameters.map((parameter) => labelOf(spec, parameter)));
  const defined = entries.filter(([, value]) => value !== undefined);
  return {
    parameters: new Map(defined.filter(([label]) => labels.has(label))),
    others: defined.filter(([label]) => !labels.has(label)),
  };
}

function assertEmpty([unknown]: readonly Entry[]): void {
  if (unknown) throw new TypeError(`${unknown[0]} is not a parameter of this operation`);
}
