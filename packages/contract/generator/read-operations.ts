// Operation specs, read from the bundled contract.

import {
  type BodySpec,
  METHODS,
  type Method,
  type ParameterSpec,
  type OperationSpec as Spec,
  type SuccessSpec,
} from '@animal-store/core';
import { readParameterShape } from '@animal-store/spec/parameter-shape';
import type {
  ContractDocument,
  Operation,
  OperationId,
  Parameter,
  RequestBodyObject,
  ResponseObject,
} from '../src/document.js';
import { resolve } from '../src/resolve.js';
import { bodyProperties } from './body-properties.js';

type OperationSpec = Spec<OperationId>;

export function readOperations(document: ContractDocument): OperationSpec[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [readOperation(document, path, method, operation)];
    }),
  );
}

function readOperation(
  document: ContractDocument,
  path: string,
  method: Method,
  operation: Operation,
): OperationSpec {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const body = requestBody && readBody(resolve(requestBody, document), document);
  return {
    id: operationId,
    method,
    path,
    parameters: parameters.map((entry) =>
      readParameter(resolve<Parameter>(entry, document), document),
    ),
    ...(body && { body }),
    successes: Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => readSuccess(status, resolve(response, document))),
  };
}

/** @throws an Error for a parameter whose schema does not say how to read it. The rule `parameter-types` reports it first. */
function readParameter(parameter: Parameter, document: ContractDocument): ParameterSpec {
  const { name, in: location, required = false } = parameter;
  const shape = readParameterShape(parameter, ($ref) => resolve({ $ref }, document));
  if ('reason' in shape) throw new Error(`The parameter ${name} ${shape.reason}.`);
  return { name, in: location, isRequired: required, ...shape };
}

function readBody(
  { required = false, content }: RequestBodyObject,
  document: ContractDocument,
): BodySpec {
  const [[mediaType, { schema = {} }] = ['application/json', {}]] = Object.entries(content);
  const properties = bodyProperties(schema, document);
  return { mediaType, isRequired: required, ...(properties && { properties }) };
}

function readSuccess(status: string, { content = {} }: ResponseObject): SuccessSpec {
  const [mediaType] = Object.keys(content);
  return { status: Number(status), ...(mediaType !== undefined && { mediaType }) };
}
