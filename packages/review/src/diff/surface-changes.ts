// Changes of the SDK's surface that the wire does not show: how a method takes its values, and what it returns.
import {
  formatPointer,
  getIn,
  type JsonObject,
  lastKey,
  listOf,
  resolvePointer,
  walk,
} from '@animal-store/openapi-tools';
import type { Service } from '../service.js';
import type { Change, Documents } from './change.js';
import { valuesOf } from './normalize/align.js';
import { operationsOf, operationsUsing } from './operations.js';
import { sourceOnly } from './ratings.js';

export function surfaceChanges(documents: Documents, service: Service): Change[] {
  return [...callChanges(documents, service), ...narrowedBranches(documents)];
}

function callChanges({ base, head }: Documents, service: Service): Change[] {
  const before = new Map(operationsOf(base).map((operation) => [operation.id, operation]));
  return operationsOf(head).flatMap((operation) => {
    const { id, pointer } = operation;
    const known = before.get(id);
    const was = known && service.callShape(known, base);
    const is = service.callShape(operation, head);
    if (was === undefined || is === undefined) return [];
    const inParts =
      'the method of the SDK takes its values in parts: `{ path, query, headers, body }`.';
    const inOne = 'the method of the SDK takes its values in one object.';
    const toPage = 'the method of the SDK returns a `Page` instead of an array.';
    const noPage = 'the method of the SDK no longer returns a `Page`.';
    const texts = [
      ...(was.isStructured === is.isStructured ? [] : [is.isStructured ? inParts : inOne]),
      ...(was.isPaged === is.isPaged ? [] : [is.isPaged ? toPage : noPage]),
    ];
    const rating = sourceOnly('Calls of the method in the SDK no longer compile.');
    return texts.map(
      (text): Change => ({ ...rating, message: `${id}: ${text}`, side: 'head', pointer }),
    );
  });
}

/** Schemas that a discriminator tells apart for the first time: their property gets the type of one value. */
function narrowedBranches({ base, head }: Documents): Change[] {
  const before = new Set(discriminatedSchemas(base).map(({ target }) => target));
  return discriminatedSchemas(head).flatMap(({ target, propertyName, pointer }): Change[] => {
    const property = getIn(resolvePointer(base, target), 'properties', propertyName);
    const isUnchanged =
      property === undefined || before.has(target) || valuesOf(property)?.length === 1;
    const operations = operationsUsing(base, target).map(({ id }) => id);
    if (isUnchanged || operations.length === 0) return [];
    const message = `${lastKey(target)}: the type of \`${propertyName}\` becomes the one value of the discriminator.`;
    const why = 'Code that uses the schema on its own with another value no longer compiles.';
    return [{ ...sourceOnly(why), message, side: 'head', pointer, operations }];
  });
}

/** The pointers of the schemas of branches, each with the property and the pointer of its discriminator. */
function discriminatedSchemas(document: JsonObject) {
  return [...walk(document)].flatMap(([keys, node]) => {
    const propertyName = getIn(node, 'discriminator', 'propertyName');
    if (typeof propertyName !== 'string') return [];
    return listOf(getIn(node, 'oneOf') ?? getIn(node, 'anyOf')).flatMap((branch) => {
      const target = getIn(branch, '$ref');
      return typeof target === 'string'
        ? [{ target, propertyName, pointer: formatPointer(...keys) }]
        : [];
    });
  });
}
