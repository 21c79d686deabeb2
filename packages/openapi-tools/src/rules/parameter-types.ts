// Rule: the schema of a parameter says how its text becomes a value.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import {
  type ParameterShape,
  type Resolve,
  readParameterShape,
  type UnsupportedParameter,
} from '../parameter-shape.js';

const PLACES = ['path', 'query', 'header'];

export const parameterTypes: Oas3Rule = () => ({
  Parameter(parameter, { report, location, resolve }) {
    if (!PLACES.includes(String(parameter.in)) || parameter.schema === undefined) return;
    const references = new References(resolve);
    const shape = readParameterShape(
      { ...parameter },
      references.followFrom(location.source.absoluteRef),
    );
    const problem = 'reason' in shape ? shape : defaultProblem(parameter.required, shape);
    if (problem === undefined || references.hasUnresolved) return;
    report({
      message: `The parameter ${JSON.stringify(parameter.name)} ${problem.reason}.`,
      location: location.child(problem.keys).key(),
    });
  },
});

function defaultProblem(
  isRequired: unknown,
  shape: ParameterShape,
): UnsupportedParameter | undefined {
  if (isRequired !== true || shape.default === undefined) return undefined;
  return {
    reason: 'is required and has a default, which contradict each other: remove one of them',
    keys: ['schema'],
  };
}

/** References between files. Those that do not resolve are reported by `no-unresolved-refs`. */
class References {
  hasUnresolved = false;
  readonly #resolve: UserContext['resolve'];

  constructor(resolve: UserContext['resolve']) {
    this.#resolve = resolve;
  }

  /** @param file The file that has the references. */
  followFrom(file: string): Resolve {
    return ($ref) => {
      const { node, location } = this.#resolve({ $ref }, file);
      this.hasUnresolved ||= node === undefined;
      return { node, resolve: this.followFrom(location?.source.absoluteRef ?? file) };
    };
  }
}
