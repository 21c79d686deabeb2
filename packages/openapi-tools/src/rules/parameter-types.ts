// Rule: the schema of a parameter says how its text becomes a value.
import type { Oas3Rule } from '@redocly/openapi-core';
import { readParameterShape } from '../parameter-shape.js';

const PLACES = ['path', 'query', 'header'];
const CONTRADICTION = {
  reason: 'is required and has a default, which contradict each other: remove one of them',
  keys: ['schema'],
};

export const parameterTypes: Oas3Rule = () => ({
  Parameter(parameter, { report, location, resolve }) {
    if (!PLACES.includes(String(parameter.in)) || parameter.schema === undefined) return;
    const shape = readParameterShape({ ...parameter }, ($ref) => resolve({ $ref }).node);
    const isContradictory =
      'type' in shape && parameter.required === true && shape.default !== undefined;
    const problem = isContradictory ? CONTRADICTION : shape;
    if (!('reason' in problem)) return;
    report({
      message: `The parameter ${JSON.stringify(parameter.name)} ${problem.reason}.`,
      location: location.child(problem.keys).key(),
    });
  },
});
