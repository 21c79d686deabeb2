// Rule: names lead to one thing each. They differ in more than upper and lower case: of operations, whose files would be one on
// some machines; of schemas, whose types would collide; and of headers, for which HTTP does not tell the cases apart. The
// successor of a deprecated operation is another one.
import { formatPointer, joinPointer } from '../json-pointer.js';
import { type Operation, repliesOf } from '../model/index.js';
import type { Report, Rule } from './rule.js';

export const names: Rule = (contract, report) => {
  const types = new Map<string, string>();
  for (const name of contract.schemas.keys()) {
    const other = addName(types, name);
    if (other !== undefined)
      report({
        message: `The schemas ${other} and ${name} differ only in case: their types would collide.`,
        at: formatPointer('components', 'schemas', name),
        isKey: true,
      });
  }
  for (const { at, headers } of repliesOf(contract)) {
    const found = new Map<string, string>();
    for (const name of headers.keys())
      if (addName(found, name) !== undefined)
        report({
          message: `The header ${name} is declared twice, in upper and lower case.`,
          at: joinPointer(at, 'headers', name),
          isKey: true,
        });
  }
  checkOperations(contract.operations, report);
};

function checkOperations(operations: readonly Operation[], report: Report): void {
  const ids = new Map<string, string>();
  const isKnown = (id: string) => operations.some((operation) => operation.id === id);
  for (const { at, id, deprecation, parameters } of operations) {
    const other = id === undefined ? undefined : addName(ids, id);
    // The same name twice is another rule's.
    if (other !== undefined && other !== id)
      report({
        message: `The operationIds ${other} and ${id} differ only in case: their files would be one on some machines. Rename one.`,
        at: joinPointer(at, 'operationId'),
      });
    const successor = deprecation?.successor;
    if (successor !== undefined && (successor === id || !isKnown(successor)))
      report({
        message: `No other operation has the operationId ${JSON.stringify(successor)}.`,
        at: joinPointer(at, 'x-deprecated-successor'),
        isKey: true,
      });
    const headers = new Map<string, string>();
    for (const parameter of parameters) {
      const { name, in: place } = parameter.value;
      if (place === 'header' && addName(headers, name) !== undefined)
        report({
          message: `The header ${name} is declared twice: upper and lower case are the same in header names. Remove one.`,
          at: parameter.at,
        });
    }
  }
}

/** The name that was added before, in whatever case; undefined if there is none. */
function addName(names: Map<string, string>, name: string): string | undefined {
  const other = names.get(name.toLowerCase());
  names.set(name.toLowerCase(), name);
  return other;
}
