// Operations as the page and its samples read them: with values for samples; and what all of them share.
import type { BodySpec, OperationSpec, ParameterSpec } from '@animal-store/core';
import type {
  Body,
  Carrier,
  Contract,
  Header,
  Operation,
  Parameter,
  Reply,
  Use,
} from '@animal-store/spec/model';
import {
  type CallShape,
  callShape,
  exampleOf,
  examplesOf,
  readOperations,
  sampleOf,
} from '@animal-store/spec/outputs';

export interface Named<T> extends Use<T> {
  name: string;
}

export interface PageParameter extends ParameterSpec, Use<Parameter> {
  /** The value of the sample. Undefined if it leaves the parameter out: an optional one without an example. */
  sample: unknown;
}

interface PageBody extends BodySpec, Use<Body> {
  sample: unknown;
}

/** Its name is its status. */
export interface PageReply extends Named<Reply> {
  isSuccess: boolean;
  headers: readonly Named<Header>[];
  /** The values of `code` in the examples of an error. */
  codes: readonly string[];
}

export interface PageOperation extends OperationSpec, CallShape {
  declared: Operation;
  parameters: readonly PageParameter[];
  body?: PageBody;
  replies: readonly PageReply[];
}

/** In the order of the contract. */
export function pageOperations(contract: Contract): PageOperation[] {
  return readOperations(contract).flatMap((spec) =>
    contract.operations
      .filter(({ id }) => id === spec.id)
      .map((declared) => pageOperation(spec, declared)),
  );
}

function pageOperation({ body: bodySpec, ...spec }: OperationSpec, declared: Operation) {
  const { parameters, body, replies } = declared;
  const sample = (carrier: Carrier | undefined, isRequired: boolean): unknown => {
    const example = carrier && exampleOf(carrier);
    return example === undefined && isRequired ? sampleOf(carrier?.schema, 'request') : example;
  };
  const operation: PageOperation = {
    ...spec,
    ...callShape(declared),
    declared,
    parameters: parameters.flatMap((use, index) => {
      const parameter = spec.parameters[index];
      return parameter
        ? { ...parameter, ...use, sample: sample(use.value, parameter.isRequired) }
        : [];
    }),
    replies: namedOf(replies).map((reply) => ({
      ...reply,
      isSuccess: reply.name.startsWith('2'),
      headers: namedOf(reply.value.headers),
      codes: codesOf(reply.value),
    })),
  };
  if (body === undefined || bodySpec === undefined) return operation;
  const media = body.value.content.get(bodySpec.mediaType);
  return { ...operation, body: { ...bodySpec, ...body, sample: sample(media, true) } };
}

function namedOf<T>(uses: ReadonlyMap<string, Use<T>>): Named<T>[] {
  return Array.from(uses, ([name, use]) => ({ ...use, name }));
}

function codesOf({ content }: Reply): string[] {
  const bodies = [...content.values()].flatMap(examplesOf);
  const codes = bodies.map((body): unknown => Object(body).code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}

/** Whether two operations, or two replies, share a part: it has the same name and the same definition in both. */
export function isSame<T>(one: Named<T>, other: Named<T>): boolean {
  return one.name === other.name && one.value === other.value;
}

/** What all lists have. */
export function sharedParts<T extends Named<object>>(lists: readonly (readonly T[])[]): T[] {
  const [first = [], ...others] = lists;
  return first.filter((one) => others.every((list) => list.some((other) => isSame(one, other))));
}

/** In the errors that operations share they are optional, and mean the same as in a success: they are not listed there. */
const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

/** The headers of a reply that not every reply has. */
export function ownHeaders(
  { headers, isSuccess }: PageReply,
  common: readonly Named<Header>[],
): Named<Header>[] {
  return headers.filter(
    (one) =>
      !common.some((other) => isSame(one, other)) &&
      (isSuccess || one.value.isRequired || !DEPRECATION_HEADERS.includes(one.name)),
  );
}
