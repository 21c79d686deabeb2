// Rule: a response has the body that its status allows. Errors have the body of every error.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject } from '../../json.js';

/** Statuses of responses without a body (RFC 9110). */
const WITHOUT_CONTENT = ['204', '205'];

export const responseBodies: Oas3Rule = () => {
  let errorSchema: unknown;
  return {
    Root(root) {
      errorSchema = getIn(root, 'components', 'schemas', 'Error');
    },
    Operation(operation, { report, location, resolve }) {
      for (const [status, entry] of entriesOf(operation.responses)) {
        if (!/^[245]\d\d$/.test(status)) continue; // contract-schema reports it
        const content = getIn(resolve<object>(Object(entry)).node, 'content');
        const schema = getIn(content, 'application/json', 'schema');
        const reportStatus = (message: string) =>
          report({ message, location: location.child(['responses', status]).key() });
        if (WITHOUT_CONTENT.includes(status) && content !== undefined)
          reportStatus(`A ${status} response has no body: remove its \`content\`, or use 200.`);
        if (/^[45]/.test(status) && !(isObject(schema) && resolve(schema).node === errorSchema))
          reportStatus(
            'The body of every error is #/components/schemas/Error, as application/json: the server sends no other.',
          );
      }
    },
  };
};
