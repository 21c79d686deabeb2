// Schemas of the files that reviewers and operators hand in: a schema's `title` names it, its `description` says what it must be.
import { isCalendarDate } from '@animal-store/openapi-tools/calendar-date';
import { Ajv2020, type ErrorObject, type SchemaObject } from 'ajv/dist/2020.js';

export interface FileProblem {
  /** The keys of the value. */
  path: string[];
  /** The key that the schema does not know. */
  unknownKey?: string;
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
  if (typeof params.additionalProperty === 'string') {
    const unknownKey = params.additionalProperty;
    const message = `${title} has no \`${unknownKey}\`, only ${listKeys(properties)}.`;
    return { path, unknownKey, message };
  }
  const missing =
    typeof params.missingProperty === 'string' ? properties[params.missingProperty] : undefined;
  return { path, message: String(missing?.description ?? description) };
}

/** The schema of a map of these properties, and no others. @param title as messages name it. */
export function mapOf(title: string, properties: Record<string, SchemaObject>): SchemaObject {
  const description = `${title} must be a map of ${listKeys(properties)}.`;
  return {
    type: ['object', 'null'],
    title,
    description,
    additionalProperties: false,
    properties,
  };
}

function listKeys(properties: object): string {
  const keys = Object.keys(properties).map((key) => `\`${key}\``);
  return keys.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}
