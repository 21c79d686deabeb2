// Schemas of the files that reviewers and operators hand in: a map's `title` names it, any other `description` says what a value must be.
import { isCalendarDate } from '@animal-store/openapi-tools/calendar-date';
import { Ajv2020, type ErrorObject, type SchemaObject } from 'ajv/dist/2020.js';

export interface FileProblem {
  /** The keys of the value. */
  path: string[];
  /** The key of it that is missing, or that the schema does not know. */
  key?: string;
  message: string;
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
ajv.addFormat('calendar-date', isCalendarDate);

/** What is wrong with a value, in the order of the schema. */
export function problemsIn(schema: SchemaObject, value: unknown): FileProblem[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(toProblem);
}

function toProblem({ instancePath, params, parentSchema }: ErrorObject): FileProblem {
  const { title, description, properties = {} } = parentSchema ?? {};
  const path = instancePath.split('/').slice(1);
  const names = Object.keys(properties).map((key) => `\`${key}\``);
  const known = new Intl.ListFormat('en-GB').format(names);
  const { additionalProperty, missingProperty } = params;
  if (additionalProperty !== undefined)
    return {
      path,
      key: additionalProperty,
      message: `${title} has no \`${additionalProperty}\`, only ${known}.`,
    };
  if (missingProperty !== undefined)
    return { path, key: missingProperty, message: properties[missingProperty].description };
  return { path, message: description ?? `${title} must be a map of ${known}.` };
}
