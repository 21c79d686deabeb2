// Owns the rule that a deprecated operation says since when, until when and what instead, and that its end is not past.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at } from '../json.js';
import { keyOr } from './place.js';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';
const SUCCESSOR = 'x-deprecated-successor';

export function deprecation(now: () => Date): Oas3Rule {
  return () => {
    const operationIds = new Set<unknown>();
    const successors: { name: unknown; refuse(): void }[] = [];
    return {
      Operation(operation, { report, location }) {
        operationIds.add(operation.operationId);
        const refuse = (key: string, message: string) =>
          report({ message, location: keyOr(location, operation, key, 'operationId') });

        for (const key of [SINCE, SUNSET, SUCCESSOR]) {
          if (operation.deprecated && at(operation, key) === undefined)
            refuse(key, `A deprecated operation must have \`${key}\`.`);
          if (!operation.deprecated && at(operation, key) !== undefined)
            refuse(key, `\`${key}\` stands on an operation that is not \`deprecated: true\`.`);
        }
        if (!operation.deprecated) return;

        const [since, sunset] = [at(operation, SINCE), at(operation, SUNSET)];
        for (const key of [SINCE, SUNSET])
          if (at(operation, key) !== undefined && !isDay(at(operation, key)))
            refuse(key, `\`${key}\` must be a day of the calendar, as "2030-12-05".`);
        if (isDay(since) && isDay(sunset) && sunset <= since)
          refuse(SUNSET, '`x-deprecated-sunset` must come after `x-deprecated-since`.');
        if (isDay(sunset) && new Date(sunset) <= now())
          refuse(SUNSET, `The sunset ${sunset} has passed: remove the operation, or move the day.`);

        const name: unknown = at(operation, SUCCESSOR);
        const message = `No other operation has the operationId ${JSON.stringify(name)}.`;
        if (name !== undefined && name === operation.operationId) refuse(SUCCESSOR, message);
        else if (name !== undefined)
          successors.push({ name, refuse: () => refuse(SUCCESSOR, message) });
      },
      Root: {
        leave() {
          for (const { name, refuse } of successors) if (!operationIds.has(name)) refuse();
        },
      },
    };
  };
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value); // no 30th of February
}
