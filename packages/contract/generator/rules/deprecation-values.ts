// Owns the rule that what an operation says about its deprecation can be told to its callers: real days, a real successor.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at } from '../json.js';

const DAYS = ['x-deprecated-since', 'x-deprecated-sunset'];
const SUCCESSOR = 'x-deprecated-successor';

export const deprecationValues: Oas3Rule = () => {
  const operationIds = new Set<unknown>();
  const successors: { name: unknown; refuse(): void }[] = [];
  return {
    Operation(operation, { report, location }) {
      operationIds.add(operation.operationId);
      const refuse = (key: string, message: string) =>
        report({ message, location: location.child(key).key() });

      for (const key of DAYS)
        if (at(operation, key) !== undefined && !isDay(at(operation, key)))
          refuse(key, `\`${key}\` must be a day of the calendar, as "2030-12-05".`);
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

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value); // no 30th of February
}
