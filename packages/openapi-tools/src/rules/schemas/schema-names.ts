// Rule: the name of a schema is the name of a type, and no other schema has it in another spelling.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf } from '../../json.js';

export const schemaNames: Oas3Rule = () => ({
  Components(components, { report, location }) {
    const seen = new Map<string, string>();
    for (const [name] of entriesOf(components.schemas)) {
      const reportName = (message: string) =>
        report({ message, location: location.child(['schemas', name]).key() });
      const other = seen.get(name.toLowerCase());
      if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
        reportName(
          `The schema ${JSON.stringify(name)} cannot name a type: use letters and digits, and a capital first, as in PetStatus.`,
        );
      else if (other !== undefined)
        reportName(
          `The schemas ${other} and ${name} differ only in case: their types would collide.`,
        );
      seen.set(name.toLowerCase(), name);
    }
  },
});
