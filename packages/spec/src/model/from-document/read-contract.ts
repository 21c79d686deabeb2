// Reading of a contract: from the document in normal form to the model.
import { isIdempotencyKey } from '@animal-store/core';
import type { Filter } from '@animal-store/core/contract-data';
import { entriesOf, getIn, isObject, type JsonObject, listOf, objectOf } from '../../json.js';
import {
  componentOf,
  decodeReference,
  followFrom,
  followReference,
  formatPointer,
  joinPointer,
} from '../../json-pointer.js';
import { isMethod } from '../../methods.js';
import type {
  Body,
  Carrier,
  Contract,
  Example,
  Header,
  Operation,
  Parameter,
  PathItem,
  Reply,
  Use,
} from '../contract.js';
import type { Pointer } from '../schema.js';
import { only, readDeprecation, textsOf, without } from './fields.js';
import { SchemaReader } from './read-schema.js';
import { readDigests, readScheme, readSecurity, readServers, readService } from './read-service.js';

type Read<T> = (node: JsonObject, at: Pointer) => T;

/** @param document in normal form; published contracts may lack what the current rules ask for. */
export function readContract(document: object): Contract {
  return new ContractReader(objectOf(document)).read();
}

class ContractReader {
  readonly #document: JsonObject;
  readonly #schemas: SchemaReader;
  /** What references lead to, by its place. */
  readonly #components = new Map<Pointer, unknown>();

  constructor(document: JsonObject) {
    this.#document = document;
    this.#schemas = new SchemaReader(document);
  }

  read(): Contract {
    const root = this.#document;
    const components = objectOf(root.components);
    const group = <T>(name: string, read: Read<T>) =>
      new Map(
        entriesOf(components[name]).map(([key, node]) => [
          key,
          this.#use(node, formatPointer('components', name, key), read).value,
        ]),
      );
    let digests: Contract['digests'] | undefined;
    return Object.freeze({
      ...readService(root),
      securitySchemes: group('securitySchemes', readScheme),
      operations: entriesOf(root.paths).flatMap(([path, item]) => this.#operations(path, item)),
      paths: new Map(entriesOf(root.paths).map(([path, item]) => [path, readPathItem(path, item)])),
      schemas: new Map(
        entriesOf(components.schemas).map(([name, node]) => [
          name,
          this.#schemas.component(node, formatPointer('components', 'schemas', name)),
        ]),
      ),
      parameters: group('parameters', this.#parameter),
      headers: group('headers', this.#header),
      replies: group('responses', this.#reply),
      bodies: group('requestBodies', this.#body),
      get digests() {
        digests ??= readDigests(root); // only a comparison needs them
        return digests;
      },
    });
  }

  #operations(path: string, item: unknown): Operation[] {
    return entriesOf(item).flatMap(([method, node]) =>
      isMethod(method) && isObject(node) ? [this.#operation(node, path, method)] : [],
    );
  }

  #operation(node: JsonObject, path: string, method: Operation['method']): Operation {
    const at = formatPointer('paths', path, method);
    const below = (...keys: string[]) => joinPointer(at, ...keys);
    const parameters = listOf(node.parameters).map((entry, index) =>
      this.#use(entry, below('parameters', `${index}`), this.#parameter),
    );
    return Object.freeze({
      at,
      id: typeof node.operationId === 'string' ? node.operationId : undefined,
      method,
      path,
      tags: listOf(node.tags).map(String),
      ...textsOf(node, 'summary', 'description'),
      security: readSecurity(node.security),
      servers: readServers(node.servers, below('servers')),
      stability: typeof node['x-stability'] === 'string' ? node['x-stability'] : undefined,
      deprecation: readDeprecation(node),
      isTryable: node['x-hideTryItPanel'] !== true,
      isIdempotent: parameters.some(({ value }) => isIdempotencyKey(value)),
      parameters,
      body:
        node.requestBody === undefined
          ? undefined
          : this.#use(node.requestBody, below('requestBody'), this.#body),
      replies: new Map(
        entriesOf(node.responses).map(([status, entry]) => [
          status,
          this.#use(entry, below('responses', status), this.#reply),
        ]),
      ),
      extensions: without(
        node,
        /^(?:operationId|tags|summary|description|security|servers|deprecated|parameters|requestBody|responses|x-(?:stability|deprecated-.*|hideTryItPanel))$/,
      ),
    });
  }

  /** What stands at a place, or what it refers to, which is read once. */
  #use<T>(entry: unknown, at: Pointer, read: Read<T>): Use<T> {
    const { node, at: target } = followFrom(this.#document, entry, at);
    const known = this.#components.get(target) as T | undefined;
    const value = known ?? Object.freeze(read(objectOf(node), target));
    this.#components.set(target, value);
    return Object.freeze({ at, ...usedComponent(entry), value });
  }

  readonly #carrier = (node: JsonObject, at: Pointer): Carrier => ({
    at,
    ...textsOf(node, 'description'),
    schema:
      node.schema === undefined
        ? undefined
        : this.#schemas.edge(node.schema, joinPointer(at, 'schema')),
    examples: this.#examples(node, at),
    deprecation: readDeprecation(node),
    serialization: only(node, SERIALIZATION),
    extensions: without(node, CARRIER, SERIALIZATION),
  });

  readonly #parameter = (node: JsonObject, at: Pointer): Parameter => ({
    ...this.#carrier(node, at),
    name: String(node.name),
    in: node.in as Parameter['in'],
    isRequired: node.required === true,
    ...readFilter(node['x-filter']),
  });

  readonly #header = (node: JsonObject, at: Pointer): Header => ({
    ...this.#carrier(node, at),
    isRequired: node.required === true,
  });

  readonly #body = (node: JsonObject, at: Pointer): Body => ({
    at,
    ...textsOf(node, 'description'),
    isRequired: node.required === true,
    content: this.#content(node, at),
    extensions: without(node, /^(?:description|required|content)$/),
  });

  readonly #reply = (node: JsonObject, at: Pointer): Reply => ({
    at,
    ...textsOf(node, 'description'),
    headers: new Map(
      entriesOf(node.headers).map(([name, entry]) => [
        name,
        this.#use(entry, joinPointer(at, 'headers', name), this.#header),
      ]),
    ),
    content: this.#content(node, at),
    extensions: without(node, /^(?:description|headers|content)$/),
  });

  #content(node: JsonObject, at: Pointer): ReadonlyMap<string, Carrier> {
    return new Map(
      entriesOf(node.content).map(([mediaType, media]) => [
        mediaType,
        Object.freeze(this.#carrier(objectOf(media), joinPointer(at, 'content', mediaType))),
      ]),
    );
  }

  #examples(node: JsonObject, at: Pointer): Example[] {
    const own =
      node.example === undefined
        ? []
        : [
            {
              at: joinPointer(at, 'example'),
              name: undefined,
              value: node.example,
              extensions: {},
            },
          ];
    const named = entriesOf(node.examples).map(([name, entry]) => {
      const target = followReference(this.#document, entry);
      return {
        at: joinPointer(at, 'examples', name),
        name,
        ...usedComponent(entry),
        value: getIn(target, 'value'),
        extensions: without(objectOf(target), /^value$/),
      };
    });
    return [...own, ...named];
  }
}

/** The component that a reference names. */
function usedComponent(entry: unknown): { component?: string } {
  const reference = getIn(entry, '$ref');
  const component =
    typeof reference === 'string' ? componentOf(decodeReference(reference)) : undefined;
  return component === undefined ? {} : { component };
}

const MATCHES = ['equals', 'min', 'max', 'absent'] as const;
const SERIALIZATION = /^(?:style|explode|allowReserved|allowEmptyValue)$/;
const CARRIER =
  /^(?:name|in|required|description|schema|examples?|deprecated|x-deprecated-.*|x-filter)$/;

/** Of `{ min: birthDate }`. */
function readFilter(node: unknown): { filter?: Filter } {
  const match = MATCHES.find((one) => typeof getIn(node, one) === 'string');
  return match ? { filter: { property: String(getIn(node, match)), match } } : {};
}

function readPathItem(path: string, item: unknown): PathItem {
  const node = objectOf(item);
  const at = formatPointer('paths', path);
  const own = Object.entries(node).filter(([key]) => key !== 'servers' && !isMethod(key));
  return Object.freeze({
    at,
    servers: readServers(node.servers, joinPointer(at, 'servers')),
    extensions: Object.freeze(Object.fromEntries(own)),
  });
}
