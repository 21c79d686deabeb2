// Rule: every operation has the errors that the server itself sends, and every response the headers that the server sets.
// The build adds them where components describe them. What is missing is reported once, where it is shared.
import {
  deprecatedRequestParts,
  HEADERS_OF_ALL,
  headersOfOperation,
  joinPointer,
  type Report,
  type Rule,
  standardErrors,
} from '@animal-store/spec';
import type { Operation } from '@animal-store/spec/model';

export const standardParts: Rule = ({ operations }, report) => {
  const reported = new Set<string>();
  for (const operation of operations) {
    checkErrors(operation, report);
    const subject = subjectOf(operation);
    for (const [status, { value: reply }] of operation.replies)
      for (const { name, isRequired, of = '' } of expectedHeaders(status, operation, subject)) {
        const declared = reply.headers.get(name)?.value;
        if (declared && (!isRequired || declared.isRequired)) continue;
        const { at } = declared ?? reply;
        const place = `${at} ${name}`;
        if (reported.has(place)) continue;
        reported.add(place);
        report({
          message: `The ${status} response${of} must declare the header ${name}${isRequired ? ' with `required: true`' : ''}.`,
          at,
          isKey: true,
        });
      }
  }
};

function checkErrors(operation: Operation, report: Report): void {
  const missing = Object.entries(standardErrors(operation)).filter(
    ([status]) => !operation.replies.has(status),
  );
  if (missing.length === 0) return;
  const statuses = missing.map(([status]) => status).join(', ');
  const names = missing.map(([, name]) => name).join(', ');
  report({
    message: `The operation must have ${statuses}: the server sends ${missing.length === 1 ? 'it' : 'them'}. Describe ${names} in \`components.responses\`.`,
    at: joinPointer(operation.at, 'responses'),
    isKey: true,
  });
}

/** What the responses say is deprecated; undefined if nothing is. */
function subjectOf(operation: Operation): string | undefined {
  if (operation.deprecation?.isDeprecated) return 'a deprecated operation';
  const [part] = deprecatedRequestParts(operation);
  return part && `an operation with ${part}`;
}

interface ExpectedHeader {
  name: string;
  isRequired: boolean;
  /** Whose response it is, if others need not have the header. */
  of?: string;
}

function* expectedHeaders(
  status: string,
  operation: Operation,
  subject: string | undefined,
): Generator<ExpectedHeader> {
  for (const [name] of HEADERS_OF_ALL) yield { name, isRequired: true };
  if (status === '429') yield { name: 'Retry-After', isRequired: true };
  if (subject === undefined) return;
  // `Link` may be optional: paginated operations use the same header. So may all on errors, which are shared.
  const isDeprecated = operation.deprecation?.isDeprecated === true;
  const isRequired = isDeprecated && status.startsWith('2');
  const names = ['Deprecation', 'Sunset', ...(isDeprecated ? ['Link'] : [])];
  for (const [name] of headersOfOperation(status, operation))
    if (names.includes(name))
      yield { name, isRequired: isRequired && name !== 'Link', of: ` of ${subject}` };
}
