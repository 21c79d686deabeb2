// Rule: each segment of a path is fixed text or one whole parameter, and no two paths share an operation.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../../json.js';

/** Characters that need no percent-encoding in a path (RFC 3986, 3.3). */
const TEXT = /^[\w.~!$&'()*+,;=:@-]+$/;
const PARAMETER = /^\{[\w.~-]+\}$/;

export const pathTemplates: Oas3Rule = () => ({
  Paths(paths, { report, location, resolve }) {
    const targets = new Map<unknown, string>();
    for (const [path, item] of Object.entries(paths)) {
      const message = pathProblem(path);
      const key = location.child(path.replaceAll('%', '%25')).key(); // pointers are decoded
      if (message !== undefined) report({ message, location: key });
      if (typeof getIn(item, '$ref') !== 'string') continue;
      const target: unknown = resolve(item).node;
      const other = targets.get(target) ?? keyOf(paths, target);
      targets.set(target, path);
      if (other !== undefined)
        report({
          message: `${path} has the operations of ${other}: an operationId names one method of one path. Write the operations once more, with operationIds of their own.`,
          location: key,
        });
    }
  },
});

function keyOf(paths: object, item: unknown): string | undefined {
  return Object.entries(paths).find(([, value]) => value === item)?.[0];
}

function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return `The path ${path} must start with a slash.`;
  const segments = path.split('/').slice(1);
  const names = segments.filter((segment) => segment.includes('{'));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `The path has ${repeated} twice: give each its own name.`;
  const wrong = segments.find((segment) => !isSegment(segment));
  if (wrong === undefined) return undefined;
  return `The segment "${wrong}" of ${path} must be text that needs no percent-encoding, or one parameter alone, such as {petId}.`;
}

function isSegment(segment: string): boolean {
  if (/^\.{1,2}$/.test(segment)) return false; // clients resolve these before they send the URL
  return TEXT.test(segment) || PARAMETER.test(segment);
}
