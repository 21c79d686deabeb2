// Rule: each reply has a status of its own that the server can send, and errors have the body of every error.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject } from '../../json.js';

/** Statuses of responses without a body (RFC 9110). */
const WITHOUT_CONTENT = ['204', '205'];
const ERROR_SCHEMA = ['components', 'schemas', 'Error'];

export const responseStatuses: Oas3Rule = () => {
  let errorSchema: unknown;
  return {
    Root(root) {
      errorSchema = getIn(root, ...ERROR_SCHEMA);
    },
    Operation(operation, { report, location, resolve }) {
      for (const [status, entry] of entriesOf(operation.responses)) {
        if (status.startsWith('x-')) continue; // known-extensions reports it
        const reportStatus = (message: string) =>
          report({ message, location: location.child(['responses', status]).key() });
        const problem = statusProblem(status);
        if (problem !== undefined) {
          reportStatus(problem);
          continue;
        }
        const { node: response, location: at } = resolve<object>(isObject(entry) ? entry : {});
        const content = getIn(response, 'content');
        if (WITHOUT_CONTENT.includes(status) && content !== undefined)
          reportStatus(`A ${status} response has no body: remove its \`content\`, or use 200.`);
        if (/^[45]/.test(status) && at && !hasErrorBody(content, at.source.absoluteRef))
          reportStatus(
            `The body of every error is #/components/schemas/Error, as application/json: the server sends no other.`,
          );
      }

      function hasErrorBody(content: unknown, file: string): boolean {
        const schema = getIn(content, 'application/json', 'schema');
        return isObject(schema) && resolve(schema, file).node === errorSchema;
      }
    },
  };
};

function statusProblem(status: string): string | undefined {
  if (/^[245]\d\d$/.test(status)) return undefined;
  if (status === 'default' || /^[1-5]XX$/i.test(status))
    return `The status ${status} stands for several: the handler's type would not say which. Declare each status, such as 200 or 404.`;
  if (/^1\d\d$/.test(status))
    return `The status ${status} is sent by HTTP itself, before the reply. Remove it.`;
  if (/^3\d\d$/.test(status))
    return `The status ${status} is not supported: clients follow redirects without a word. Reply with 200 and the address in the body.`;
  return `${status} is not a status of HTTP: use 200 to 299, or 400 to 599.`;
}
