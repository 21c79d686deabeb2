// Rule: the schema of a parameter says how its text becomes a value.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { type Resolve, readParameterShape } from '../parameter-shape.js';

const PLACES = ['path', 'query', 'header'];

export const parameterTypes: Oas3Rule = () => ({
  Parameter(parameter, { report, location, resolve }) {
    if (!PLACES.includes(String(parameter.in)) || parameter.schema === undefined) return;
    const references = new References(resolve);
    const shape = readParameterShape(
      { ...parameter },
      references.followFrom(location.source.absoluteRef),
    );
    if (!('reason' in shape) || references.hasUnresolved) return;
    report({
      message: `The parameter ${JSON.stringify(parameter.name)} ${shape.reason}.`,
      location: location.child(shape.keys).key(),
    });
  },
});

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
