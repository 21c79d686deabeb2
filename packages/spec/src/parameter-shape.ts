// Rule `parameter-types`: each parameter has a schema that says how its text becomes a value.
import type { Oas3Rule } from '@redocly/openapi-core';
import type { JsonObject } from './json.js';
import type { Parameter } from './model/contract.js';
import { readParameterShape } from './model/parameter-shape.js';
import { SchemaReader } from './model/read-schema.js';

const CONTRADICTION = {
  reason: 'is required and has a default, which contradict each other: remove one of them',
  keys: ['schema'],
};

export const parameterTypes: Oas3Rule = () => {
  let schemas: SchemaReader;
  return {
    Root(root) {
      schemas = new SchemaReader({ ...root });
    },
    Parameter({ name, in: place, required, explode, schema }, { report, location }) {
      if (!isServed(place) || schema === undefined) return;
      const at = location.child('schema').pointer;
      const serialization: JsonObject = explode === undefined ? {} : { explode };
      const edge = schemas.edge(schema, at);
      const shape = readParameterShape({ in: place, schema: edge, serialization });
      const isContradictory = 'type' in shape && required === true && shape.default !== undefined;
      const problem = isContradictory ? CONTRADICTION : shape;
      if (!('reason' in problem)) return;
      report({
        message: `The parameter ${JSON.stringify(name)} ${problem.reason}.`,
        location: location.child(problem.keys).key(),
      });
    },
  };
};

function isServed(place: unknown): place is Exclude<Parameter['in'], 'cookie'> {
  return place === 'path' || place === 'query' || place === 'header';
}
