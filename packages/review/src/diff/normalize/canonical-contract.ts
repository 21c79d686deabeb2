// Canonical form of a contract: schemas are in theirs, names whose case has no meaning are spelled in one way, and what equals a
// default of OpenAPI is left out. Equal canonical forms mean the same. What stands at `at` was written there.
import {
  type Bundle,
  formatPointer,
  joinPointer,
  type Place,
  parsePointer,
} from '@animal-store/spec';
import type {
  Body,
  Carrier,
  Contract,
  Edge,
  Header,
  Operation,
  Parameter,
  Pointer,
  Reply,
  Use,
} from '@animal-store/spec/model';
import { memoize } from '../../memoize.js';
import { CanonicalSchemas } from './canonical-schema.js';
import { type Content, readContents } from './contents.js';

export interface CanonicalContract extends Contract {
  /** As written: by it, messages are valid, and the SDK is generated. */
  written: Contract;
  /** What stands in each operation and in each component, by the pointer to it. */
  contents: ReadonlyMap<Pointer, readonly Content[]>;
  /** The pointer, in the contract as written, of what stands at a pointer of the canonical form. */
  originOf(pointer: Pointer): Pointer;
  /** The place in the file of that. */
  locate(pointer: Pointer): Place;
}

/** How names are spelled whose case has no meaning: the first spelling counts, in the base and then in the head. */
export type Spellings = Map<string, string>;

export function canonicalContract(
  { contract, locate }: Bundle,
  spellings: Spellings,
): CanonicalContract {
  const parts = new CanonicalParts(contract.schemas, spellings);
  const canonical: Contract = {
    ...contract,
    operations: contract.operations.map((one) => parts.operation(one)),
    schemas: mapValues(contract.schemas, parts.schema),
    parameters: mapValues(contract.parameters, parts.parameter),
    headers: mapValues(contract.headers, parts.header),
    replies: mapValues(contract.replies, parts.reply),
    bodies: mapValues(contract.bodies, parts.body),
  };
  const contents = readContents(canonical);
  const originOf = originReader(contents);
  return {
    ...canonical,
    written: contract,
    contents,
    originOf,
    locate: (pointer) => locate(originOf(pointer)),
  };
}

/** The parts of one contract in canonical form. What operations share has one form. */
class CanonicalParts {
  readonly #schemas: CanonicalSchemas;
  readonly #spellings: Spellings;

  constructor(schemas: Contract['schemas'], spellings: Spellings) {
    this.#schemas = new CanonicalSchemas(schemas);
    this.#spellings = spellings;
  }

  readonly schema = (written: Edge): Edge => this.#schemas.edge(written);

  readonly header = memoize((written: Header) =>
    this.#carrier(written, { style: 'simple', explode: false }),
  );

  readonly parameter = memoize((written: Parameter): Parameter => {
    const usual = written.in === 'query' ? 'form' : 'simple';
    const defaults = {
      allowEmptyValue: false,
      allowReserved: false,
      style: usual,
      explode: (written.serialization.style ?? usual) === 'form',
    };
    const name = written.in === 'header' ? this.#spell(written.name) : written.name;
    return { ...this.#carrier(written, defaults), name };
  });

  readonly reply = memoize((written: Reply): Reply => {
    const headers = Array.from(
      written.headers,
      ([name, one]) => [this.#spell(name), use(one, this.header)] as const,
    );
    return { ...written, headers: new Map(headers), content: this.#content(written.content) };
  });

  readonly body = memoize(
    (written: Body): Body => ({ ...written, content: this.#content(written.content) }),
  );

  operation(written: Operation): Operation {
    return {
      ...written,
      parameters: written.parameters.map((one) => use(one, this.parameter)),
      body: written.body && use(written.body, this.body),
      replies: mapValues(written.replies, (one) => use(one, this.reply)),
    };
  }

  #content(written: ReadonlyMap<string, Carrier>): Map<string, Carrier> {
    return new Map(
      Array.from(written, ([name, media]) => [name.toLowerCase(), this.#carrier(media)]),
    );
  }

  #carrier<T extends Carrier>(written: T, defaults: Record<string, unknown> = {}): T {
    return {
      ...written,
      schema: written.schema && this.schema(written.schema),
      serialization: Object.fromEntries(
        Object.entries(written.serialization).filter(([key, value]) => value !== defaults[key]),
      ),
    };
  }

  #spell(name: string): string {
    const key = name.toLowerCase();
    const spelling = this.#spellings.get(key) ?? name;
    this.#spellings.set(key, spelling);
    return spelling;
  }
}

/** Components come after all operations, because the first spelling of a name counts. */
function use<T extends object>(written: Use<T>, make: (value: T) => T): Use<T> {
  const { at, component } = written;
  if (component === undefined) return { ...written, value: make(written.value) };
  return {
    at,
    component,
    get value() {
      return make(written.value);
    },
  };
}

/** Where in the contract as written stands what is at a pointer of the canonical form. */
function originReader(contents: CanonicalContract['contents']): (pointer: Pointer) => Pointer {
  const moved = [...contents.values()].flat().filter(({ at, expected }) => at !== expected);
  const origins = new Map(moved.map(({ pointer, at }) => [pointer, at]));
  return (pointer) => {
    const keys = parsePointer(pointer);
    for (let depth = keys.length; depth > 0; depth -= 1) {
      const origin = origins.get(formatPointer(...keys.slice(0, depth)));
      if (origin !== undefined) return joinPointer(origin, ...keys.slice(depth));
    }
    return pointer;
  };
}

function mapValues<T, U>(values: ReadonlyMap<string, T>, change: (value: T) => U): Map<string, U> {
  return new Map(Array.from(values, ([name, value]) => [name, change(value)]));
}
