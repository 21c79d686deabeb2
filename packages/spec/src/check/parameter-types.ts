// Rule: each parameter has a schema that says how its text becomes a value.
import { joinPointer } from '../json-pointer.js';
import { parametersOf, readParameterShape } from '../model/index.js';
import type { Rule } from './rule.js';

const CONTRADICTION = {
  reason: 'is required and has a default, which contradict each other: remove one of them',
  keys: ['schema'],
};

export const parameterTypes: Rule = (contract, report) => {
  for (const parameter of parametersOf(contract)) {
    const { at, name, in: place, schema, isRequired } = parameter;
    if (place === 'cookie' || schema === undefined) continue;
    const shape = readParameterShape(parameter);
    const isContradictory = 'type' in shape && isRequired && shape.default !== undefined;
    const problem = isContradictory ? CONTRADICTION : shape;
    if ('reason' in problem)
      report({
        message: `The parameter ${JSON.stringify(name)} ${problem.reason}.`,
        at: joinPointer(at, ...problem.keys),
        isKey: true,
      });
  }
};
