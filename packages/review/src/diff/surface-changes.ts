// Changes of the SDK's surface that the wire does not show: how a method takes its values, and what it returns.
import {
  formatPointer,
  getIn,
  type JsonObject,
  lastKey,
  listOf,
  resolvePointer,
  walk,
} from '@animal-store/spec';
import type { Documents } from './change.js';
import { valuesOf } from './normalize/align.js';
import { operationsOf, operationsUsing } from './operations.js';
import { sourceOnly } from './ratings.js';
import { type Findings, Part, Sides, type WalkContext } from './walk/sides.js';

/** The method is that of the same identifier, whatever the path of its operation was. */
export function* callChanges(operation: Sides, { documents, service }: WalkContext): Findings {
  const shapeIn = (document: JsonObject) => {
    const id = operation.head?.get('operationId');
    const known = operationsOf(document).find((one) => one.id === id);
    return known && service.callShape(known, document);
  };
  const [was, is] = [shapeIn(documents.base), shapeIn(documents.head)];
  if (was === undefined || is === undefined) return;
  const inParts =
    'the method of the SDK takes its values in parts: `{ path, query, headers, body }`.';
  const inOne = 'the method of the SDK takes its values in one object.';
  const toPage = 'the method of the SDK returns a `Page` instead of an array.';
  const noPage = 'the method of the SDK no longer returns a `Page`.';
  const rating = sourceOnly('Calls of the method in the SDK no longer compile.');
  if (was.isStructured !== is.isStructured)
    yield operation.find(is.isStructured ? inParts : inOne, rating);
  if (was.isPaged !== is.isPaged) yield operation.find(is.isPaged ? toPage : noPage, rating);
}

/** Schemas that a discriminator tells apart for the first time, with the operations that used them: their property gets the type of one value. */
export function narrowedBranches({ base, head }: Documents) {
  const before = new Set(discriminatedSchemas(base).map(({ target }) => target));
  return discriminatedSchemas(head).flatMap(({ target, propertyName, part }) => {
    const property = getIn(resolvePointer(base, target), 'properties', propertyName);
    const isUnchanged =
      property === undefined || before.has(target) || valuesOf(property)?.length === 1;
    const operations = operationsUsing(base, target).map(({ id }) => id);
    if (isUnchanged || operations.length === 0) return [];
    const text = `${lastKey(target)}: the type of \`${propertyName}\` becomes the one value of the discriminator.`;
    const why = 'Code that uses the schema on its own with another value no longer compiles.';
    const sides = new Sides(undefined, part);
    return [{ found: sides.find(text, sourceOnly(why)), operations }];
  });
}

/** The pointers of the schemas of branches, each with the property and the place of its discriminator. */
function discriminatedSchemas(document: JsonObject) {
  return [...walk(document)].flatMap(([keys, node]) => {
    const propertyName = getIn(node, 'discriminator', 'propertyName');
    if (typeof propertyName !== 'string') return [];
    const part = new Part(node, formatPointer(...keys));
    return listOf(getIn(node, 'oneOf') ?? getIn(node, 'anyOf')).flatMap((branch) => {
      const target = getIn(branch, '$ref');
      return typeof target === 'string' ? [{ target, propertyName, part }] : [];
    });
  });
}
