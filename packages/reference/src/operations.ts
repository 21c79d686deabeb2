// Operations as the page and its samples read them: what they refer to followed, with values for samples; and what all of
// them share.
import {
  type ContractDocument,
  callShape,
  type HeaderObject,
  type MediaTypeObject,
  type Operation,
  type OperationSpec,
  type Parameter,
  type Reference,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from '@animal-store/contract';
import { exampleOf, examplesOf, sampleOf } from '@animal-store/contract/examples';
import type { BodySpec, ParameterSpec } from '@animal-store/core';

/** A part of the contract. */
export interface Part<T> {
  name: string;
  value: T;
  /** Its objects in the contract: the one in its place, and the one that this refers to. */
  sources: readonly unknown[];
}

export interface PageParameter extends ParameterSpec, Part<Parameter> {
  /** The value of the sample. Undefined if it leaves the parameter out: an optional one without an example. */
  sample: unknown;
}

interface PageBody extends BodySpec, Part<RequestBodyObject> {
  sample: unknown;
}

/** Its name is its status. */
export interface PageResponse extends Part<ResponseObject> {
  isSuccess: boolean;
  headers: readonly Part<HeaderObject>[];
  /** The values of `code` in the examples of an error. */
  codes: readonly string[];
}

export interface PageOperation extends OperationSpec {
  declared: Operation;
  isStructured: boolean;
  isPaged: boolean;
  parameters: readonly PageParameter[];
  body?: PageBody;
  responses: readonly PageResponse[];
}

export function readOperation(spec: OperationSpec, document: ContractDocument): PageOperation {
  const { body: bodySpec, ...others } = spec;
  const declared = document.paths[spec.path]?.[spec.method];
  if (declared === undefined) throw new Error(`the contract has no operation ${spec.id}`);
  const partOf = <T extends object>(name: string, entry: T | Reference): Part<T> => {
    const value = resolve<T>(entry, document);
    return { name, value, sources: [entry, value] };
  };
  const partsOf = <T extends object>(entries: Readonly<Record<string, T | Reference>>) =>
    Object.entries(entries).map(([name, entry]) => partOf<T>(name, entry));
  const sample = (entry: MediaTypeObject | Parameter, isRequired: boolean): unknown => {
    const example = exampleOf(entry, document);
    if (example !== undefined || !isRequired) return example;
    return sampleOf(entry.schema ?? {}, document, 'request');
  };
  const parameters = spec.parameters.map((parameter, index): PageParameter => {
    const part = partOf<Parameter>(parameter.name, declared.parameters?.[index] ?? { $ref: '' });
    return { ...parameter, ...part, sample: sample(part.value, parameter.isRequired) };
  });
  const body = declared.requestBody && partOf('body', declared.requestBody);
  const media = body?.value.content[bodySpec?.mediaType ?? ''] ?? {};
  return {
    ...others,
    ...callShape(spec, document),
    declared,
    parameters,
    ...(body && bodySpec && { body: { ...bodySpec, ...body, sample: sample(media, true) } }),
    responses: partsOf(declared.responses).map((part) => ({
      ...part,
      isSuccess: part.name.startsWith('2'),
      headers: partsOf(part.value.headers ?? {}),
      codes: codesOf(part.value, document),
    })),
  };
}

function codesOf({ content = {} }: ResponseObject, document: ContractDocument): string[] {
  const bodies = Object.values(content).flatMap((media) => examplesOf(media, document));
  const codes = bodies.map((body): unknown => Object(body).code);
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}

/** Two operations, or two responses, share what has the same name and the same definition. */
export function isSame(one: Part<object>, other: Part<object>): boolean {
  return one.name === other.name && one.value === other.value;
}

/** What all lists have. */
export function sharedParts<T extends Part<object>>(lists: readonly (readonly T[])[]): T[] {
  const [first = [], ...others] = lists;
  return first.filter((one) => others.every((list) => list.some((other) => isSame(one, other))));
}

/** They are optional in the errors that operations share, and say there what they say in an operation's success. */
const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

/** The headers of a response that not every response has. */
export function ownHeaders(
  { headers, isSuccess }: PageResponse,
  common: readonly Part<HeaderObject>[],
): Part<HeaderObject>[] {
  return headers.filter(
    (one) =>
      !common.some((other) => isSame(one, other)) &&
      (isSuccess || one.value.required === true || !DEPRECATION_HEADERS.includes(one.name)),
  );
}
