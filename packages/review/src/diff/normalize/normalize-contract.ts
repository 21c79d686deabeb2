// Normal form of a contract: parameters stand in their operations, schemas are in their normal form, and values that
// equal a default of OpenAPI are left out. Equal normal forms mean the same.
import { isDeepStrictEqual } from 'node:util';
import {
  entriesOf,
  followReference,
  getIn,
  isMethod,
  isObject,
  type JsonObject,
  joinPointer,
  Origins,
} from '@animal-store/openapi-tools';
import { normalizeSchema } from './normalize-schema.js';

export interface NormalizedContract {
  document: JsonObject;
  /** The JSON Pointer, in the contract as written, of what stands at a pointer of `document`. */
  originOf(pointer: string): string;
}

/** How names are spelled whose case has no meaning: the first spelling counts, in the base and then in the head. */
export type Spellings = Map<string, string>;

export function normalizeContract(document: JsonObject, spellings: Spellings): NormalizedContract {
  return new Normalizer(document, spellings).normalize();
}

class Normalizer {
  readonly #origins = new Origins<string>();
  readonly #seesEvaluated: boolean;

  constructor(
    private readonly document: JsonObject,
    private readonly spellings: Spellings,
  ) {
    this.#seesEvaluated = JSON.stringify(document).includes('"unevaluatedProperties":');
  }

  normalize(): NormalizedContract {
    const { paths, components, ...rest } = this.document;
    const document: JsonObject = {
      ...rest,
      paths: this.#map(paths, '#/paths', (item, pointer) => this.#pathItem(item, pointer)),
      ...(components !== undefined && { components: this.#components(components) }),
    };
    const originOf = (pointer: string) => {
      const { origin = '#', rest } = this.#origins.find(document, pointer);
      return joinPointer(origin, ...rest);
    };
    return { document, originOf };
  }

  #components(components: unknown): JsonObject {
    const byGroup: Record<string, (value: unknown, pointer: string) => unknown> = {
      schemas: (value, pointer) => this.#schema(value, pointer),
      parameters: (value, pointer) => this.#parameter(value, pointer),
      headers: (value, pointer) => this.#header(value, pointer),
      responses: (value, pointer) => this.#response(value, pointer),
      requestBodies: (value, pointer) => this.#body(value, pointer),
    };
    return Object.fromEntries(
      entriesOf(components).map(([group, values]) => [
        group,
        this.#map(values, `#/components/${group}`, byGroup[group] ?? ((value) => value)),
      ]),
    );
  }

  #pathItem(item: unknown, pointer: string): unknown {
    if (!isObject(item)) return item;
    const { parameters: shared, ...rest } = item;
    const result = Object.entries(rest).map(([key, value]): [string, unknown] => {
      if (!isMethod(key) || !isObject(value)) return [key, value];
      const parameters = [
        ...this.#parameters(value.parameters, `${pointer}/${key}/parameters`),
        ...this.#parameters(shared, `${pointer}/parameters`),
      ];
      return [key, this.#operation({ ...value, parameters }, `${pointer}/${key}`)];
    });
    return this.#origins.record(Object.fromEntries(result), pointer);
  }

  #parameters(parameters: unknown, pointer: string): unknown[] {
    return (Array.isArray(parameters) ? parameters : []).map((parameter, index) =>
      this.#parameter(parameter, `${pointer}/${index}`),
    );
  }

  #operation(operation: JsonObject & { parameters: unknown[] }, pointer: string): JsonObject {
    const { requestBody, responses, parameters } = operation;
    const keys = parameters.map((parameter) => this.#keyOf(parameter));
    return this.#origins.record(
      {
        ...withoutDefaults(operation, { deprecated: false }),
        // A parameter of the operation overrides one of the path, which comes later.
        parameters: parameters.filter((_, index) => keys.indexOf(keys[index] ?? '') === index),
        ...(requestBody !== undefined && {
          requestBody: this.#body(requestBody, `${pointer}/requestBody`),
        }),
        responses: this.#map(responses, `${pointer}/responses`, (value, at) =>
          this.#response(value, at),
        ),
      },
      pointer,
    );
  }

  #keyOf(parameter: unknown): string {
    const target = followReference(this.document, parameter);
    return `${getIn(target, 'in')} ${getIn(target, 'name')}`;
  }

  #parameter(parameter: unknown, pointer: string): unknown {
    const place = getIn(parameter, 'in');
    const usual = place === 'query' ? 'form' : 'simple';
    const defaults = {
      required: false,
      deprecated: false,
      allowEmptyValue: false,
      allowReserved: false,
      style: usual,
      explode: (getIn(parameter, 'style') ?? usual) === 'form',
    };
    return this.#part(parameter, pointer, defaults, (node) => ({
      ...this.#withSchema(node, pointer),
      ...(place === 'header' && { name: this.#spell(String(node.name)) }),
    }));
  }

  #header(header: unknown, pointer: string): unknown {
    const defaults = { required: false, deprecated: false, style: 'simple', explode: false };
    return this.#part(header, pointer, defaults, (node) => this.#withSchema(node, pointer));
  }

  #body(body: unknown, pointer: string): unknown {
    return this.#part(body, pointer, { required: false }, (node) =>
      this.#withContent(node, pointer),
    );
  }

  #response(response: unknown, pointer: string): unknown {
    return this.#part(response, pointer, { headers: {}, content: {} }, (node) => {
      const headers = entriesOf(node.headers).map(([name, header]) => [
        this.#spell(name),
        this.#header(header, joinPointer(pointer, 'headers', name)),
      ]);
      const spelled = headers.length > 0 && { headers: Object.fromEntries(headers) };
      return { ...this.#withContent(node, pointer), ...spelled };
    });
  }

  /** A part without what equals a default of OpenAPI. References, which may stand in its place, are copied. */
  #part(
    node: unknown,
    pointer: string,
    defaults: JsonObject,
    normalize: (node: JsonObject) => JsonObject,
  ): unknown {
    if (!isObject(node)) return node;
    const normalized = '$ref' in node ? { ...node } : withoutDefaults(normalize(node), defaults);
    return this.#origins.record(normalized, pointer);
  }

  #withContent(node: JsonObject, pointer: string): JsonObject {
    if (!isObject(node.content)) return node;
    const content = Object.entries(node.content).map(([mediaType, value]) => {
      const at = joinPointer(pointer, 'content', mediaType);
      const media = isObject(value) ? this.#withSchema(value, at) : value;
      return [mediaType.toLowerCase(), this.#origins.record(media, at)];
    });
    return { ...node, content: Object.fromEntries(content) };
  }

  #withSchema(node: JsonObject, pointer: string): JsonObject {
    return 'schema' in node
      ? { ...node, schema: this.#schema(node.schema, `${pointer}/schema`) }
      : node;
  }

  #schema(schema: unknown, pointer: string): unknown {
    return normalizeSchema(schema, pointer, {
      document: this.document,
      origins: this.#origins,
      seesEvaluated: this.#seesEvaluated,
    });
  }

  #spell(name: string): string {
    const key = name.toLowerCase();
    const spelling = this.spellings.get(key) ?? name;
    this.spellings.set(key, spelling);
    return spelling;
  }

  #map(
    values: unknown,
    pointer: string,
    normalize: (value: unknown, pointer: string) => unknown,
  ): JsonObject {
    return Object.fromEntries(
      entriesOf(values).map(([name, value]) => [
        name,
        normalize(value, joinPointer(pointer, name)),
      ]),
    );
  }
}

function withoutDefaults(node: JsonObject, defaults: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(node).filter(
      ([key, value]) => !(key in defaults && isDeepStrictEqual(value, defaults[key])),
    ),
  );
}
