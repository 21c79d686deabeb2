// Schemas of the files that reviewers and operators hand in: a map's `title` names it, any other `description` says what a
// value must be.
import { readFileSync } from 'node:fs';
import { isCalendarDate } from '@animal-store/spec/calendar-date';
import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

export interface FileProblem {
  /** The keys of the value. */
  path: string[];
  /** The key of it that is missing, or that the schema does not know. */
  key?: string;
  message: string;
}

const OPTIONS = {
  policy: {
    allErrors: true,
    coerceTypes: true, // its values are texts
    useDefaults: 'empty',
  },
  usage: { formats: { 'calendar-date': isCalendarDate } },
} satisfies Record<string, Options>;

/** Returns what is wrong with a value, in the order of its schema. Completes a policy. */
export function createCheck(file: keyof typeof OPTIONS): (value: unknown) => FileProblem[] {
  // To validate the schema itself takes longer than all else here.
  const ajv = new Ajv2020({ verbose: true, validateSchema: false, ...OPTIONS[file] });
  const text = readFileSync(new URL(`${file}.schema.yaml`, import.meta.url), 'utf8');
  const validate = ajv.compile(parse(text));
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(toProblem));
}

function toProblem({ instancePath, params, parentSchema }: ErrorObject): FileProblem {
  const { title, description, properties = {} } = parentSchema ?? {};
  const path = instancePath.split('/').slice(1);
  const names = Object.keys(properties).map((key) => `\`${key}\``);
  const known = new Intl.ListFormat('en-GB').format(names);
  const { additionalProperty: added, missingProperty: missing } = params;
  if (added !== undefined)
    return { path, key: added, message: `${title} has no \`${added}\`, only ${known}.` };
  if (missing !== undefined)
    return { path, key: missing, message: properties[missing].description };
  return { path, message: description ?? `${title} must be a map of ${known}.` };
}
