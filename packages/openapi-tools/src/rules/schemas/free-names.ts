// Rule: no schema has the name of another export beside which the types of schemas are exported, or it would be hidden.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf } from '../../json.js';

/** A type of the packages themselves, which the schema of identifiers may have as its name. */
const SHARED_NAME = 'Int64';

/** @param exports Source text of the exports. */
export function freeNames(exports: string): Oas3Rule {
  const taken = new Set(exports.replace(/\/\/.*|'.*'/g, '').match(/\b[A-Z]\w*/g));
  taken.delete(SHARED_NAME);
  return () => ({
    Components({ schemas }, { report, location }) {
      for (const [name] of entriesOf(schemas)) {
        const hidden = [name, `${name}Input`, `${name}Schema`].find((type) => taken.has(type));
        if (hidden === undefined) continue;
        report({
          message: `The packages of the contract already export ${hidden}, which the type of the schema ${name} would hide. Give the schema another name.`,
          location: location.child(['schemas', name]).key(),
        });
      }
    },
  });
}
