// Parameter reader: from the texts of a parameter, as sent, to its typed and validated value.
import type { ParameterSpec } from '../../operation-spec.js';
import { DUPLICATE, type ErrorDetails, NOT_SAFE_INTEGER, type Problem } from '../error-details.js';
import { addSchemaErrors, type SchemaValidator } from '../schema-errors.js';
import { type ParameterValue, parseText } from './parameter-text.js';

const REQUIRED: Problem = { code: 'required', message: 'is required' };

export interface ParameterReader {
  parameter: ParameterSpec;
  /**
   * The value, or undefined if it is absent or invalid: errors are added to `details`.
   * @param texts Still percent-encoded. More than one if the parameter was sent several times.
   */
  read(texts: readonly string[], details: ErrorDetails): unknown;
}

/** @param validate Checks a value of the parameter against its schema. */
export function createReader(parameter: ParameterSpec, validate: SchemaValidator): ParameterReader {
  const { name, in: place, list, isRequired } = parameter;
  const initial = freeze(parameter.default);

  return {
    parameter,
    read(texts, details) {
      if (texts.length === 0) {
        if (isRequired) details.add(place, [name], REQUIRED);
        return initial;
      }
      const parts = list ? split(texts, parameter) : texts;
      if (parts === undefined || (!list && texts.length > 1)) {
        details.add(place, [name], DUPLICATE);
        return undefined;
      }
      const values: ParameterValue[] = [];
      for (const [index, part] of parts.entries()) {
        if (details.isFull) return undefined;
        const parsed = parseText(parameter, part);
        if ('problem' in parsed) details.add(place, list ? [name, index] : [name], parsed.problem);
        else values.push(parsed.value);
      }
      if (values.length < parts.length) return undefined;
      checkValue(parameter, list ? values : values[0], validate, details);
      checkExact(parameter, values, details);
      return list ? Object.freeze(values) : values[0];
    },
  };
}

/** The items of a list; undefined if a list in one text was sent more than once. */
function split(
  texts: readonly string[],
  { in: place, list }: ParameterSpec,
): readonly string[] | undefined {
  if (list === 'repeated') return texts;
  if (place === 'query' && texts.length > 1) return undefined;
  const text = texts.join(','); // header fields may be sent in several lines: RFC 9110, 5.3
  if (text === '') return [];
  const items = text.split(',');
  return place === 'header' ? items.map((item) => item.trim()) : items;
}

/** Checks everything but exactness. Ajv knows no bigint: it gets the nearest number, which no safe bound tells apart. */
function checkValue(
  parameter: ParameterSpec,
  value: ParameterValue | ParameterValue[] | undefined,
  validate: SchemaValidator,
  details: ErrorDetails,
): void {
  if (validate.call(undefined, Array.isArray(value) ? value.map(toJson) : toJson(value))) return;
  const errors = (validate.errors ?? []).filter(
    ({ keyword, params }) => keyword !== 'type' || params.type !== 'null', // the null of `anyOf: [X, null]`
  );
  addSchemaErrors(errors, details, parameter);
}

function toJson(value: ParameterValue | undefined): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

function checkExact(
  { name, in: place, type, list }: ParameterSpec,
  values: readonly ParameterValue[],
  details: ErrorDetails,
): void {
  if (type !== 'integer') return;
  for (const [index, value] of values.entries())
    if (value !== null && !Number.isSafeInteger(value))
      details.add(place, list ? [name, index] : [name], NOT_SAFE_INTEGER);
}

/** Requests share a default. */
function freeze(value: unknown): unknown {
  return Array.isArray(value) ? Object.freeze([...value]) : value;
}
