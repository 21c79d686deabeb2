// Operation specs: what server, mock and SDK know of the contract's operations at run time.
import {
  type BodySpec,
  METHODS,
  type OperationSpec,
  type ParameterSpec,
  type SuccessSpec,
} from '@animal-store/core';
import {
  type Body,
  type Contract,
  contentOf,
  type Operation,
  type Parameter,
  type Reply,
  readParameterShape,
} from '../model/index.js';
import { bodyProperties } from './body-properties.js';

/** Path by path, each with its methods in the order of METHODS. */
export function readOperations({ operations }: Contract): OperationSpec[] {
  const paths = new Set(operations.map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const own = operations.filter((operation) => operation.path === path);
    return METHODS.flatMap((method) => {
      const operation = own.find((one) => one.method === method);
      return operation === undefined ? [] : [readOperation(operation)];
    });
  });
}

/** @throws an Error for an operation that cannot be served. The rules report it first. */
export function readOperation(operation: Operation): OperationSpec {
  const { id = '', path, parameters, body, replies } = operation;
  const method = METHODS.find((one) => one === operation.method);
  if (method === undefined) throw new Error(`The method ${operation.method} is not served.`);
  return {
    id,
    method,
    path,
    parameters: parameters.map(({ value }) => readParameter(value)),
    ...(body && { body: readBody(body.value) }),
    successes: [...replies]
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { value }]) => readSuccess(status, value)),
  };
}

/** @throws an Error for a parameter that cannot be read. The rules report it first. */
function readParameter(parameter: Parameter): ParameterSpec {
  const { name, in: place, isRequired } = parameter;
  if (place === 'cookie') throw new Error(`The parameter ${name} is a cookie.`);
  const shape = readParameterShape(parameter);
  if ('reason' in shape) throw new Error(`The parameter ${name} ${shape.reason}.`);
  return { name, in: place, isRequired, ...shape };
}

function readBody(body: Body): BodySpec {
  const { mediaType = 'application/json', media } = contentOf(body) ?? {};
  const properties = media?.schema && bodyProperties(media.schema);
  return { mediaType, isRequired: body.isRequired, ...(properties && { properties }) };
}

function readSuccess(status: string, reply: Reply): SuccessSpec {
  const { mediaType } = contentOf(reply) ?? {};
  return { status: Number(status), ...(mediaType !== undefined && { mediaType }) };
}
