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
  const schemas = new CanonicalSchemas(contract.schemas);
  const spell = (name: string): string => {
    const key = name.toLowerCase();
    const spelling = spellings.get(key) ?? name;
    spellings.set(key, spelling);
    return spelling;
  };
  const carrier = <T extends Carrier>(written: T, defaults: Record<string, unknown> = {}): T => ({
    ...written,
    schema: written.schema && schemas.edge(written.schema),
    serialization: Object.fromEntries(
      Object.entries(written.serialization).filter(([key, value]) => value !== defaults[key]),
    ),
  });
  const content = (written: ReadonlyMap<string, Carrier>) =>
    new Map(Array.from(written, ([name, media]) => [name.toLowerCase(), carrier(media)]));
  /** Components come after all operations, because the first spelling of a name counts. */
  const use = <T extends object>(written: Use<T>, make: (value: T) => T): Use<T> =>
    written.component === undefined
      ? { ...written, value: make(written.value) }
      : {
          at: written.at,
          component: written.component,
          get value() {
            return make(written.value);
          },
        };

  const header = memoize((written: Header) =>
    carrier(written, { style: 'simple', explode: false }),
  );
  const parameter = memoize((written: Parameter): Parameter => {
    const usual = written.in === 'query' ? 'form' : 'simple';
    const defaults = {
      allowEmptyValue: false,
      allowReserved: false,
      style: usual,
      explode: (written.serialization.style ?? usual) === 'form',
    };
    const name = written.in === 'header' ? spell(written.name) : written.name;
    return { ...carrier(written, defaults), name };
  });
  const reply = memoize((written: Reply): Reply => {
    const headers = Array.from(
      written.headers,
      ([name, one]) => [spell(name), use(one, header)] as const,
    );
    return { ...written, headers: new Map(headers), content: content(written.content) };
  });
  const body = memoize(
    (written: Body): Body => ({ ...written, content: content(written.content) }),
  );
  const operation = (written: Operation): Operation => ({
    ...written,
    parameters: written.parameters.map((one) => use(one, parameter)),
    body: written.body && use(written.body, body),
    replies: mapValues(written.replies, (one) => use(one, reply)),
  });

  const canonical: Contract = {
    ...contract,
    operations: contract.operations.map(operation),
    schemas: mapValues(contract.schemas, (one) => schemas.edge(one)),
    parameters: mapValues(contract.parameters, parameter),
    headers: mapValues(contract.headers, header),
    replies: mapValues(contract.replies, reply),
    bodies: mapValues(contract.bodies, body),
  };
  const contents = readContents(canonical);
  const moved = [...contents.values()].flat().filter(({ at, expected }) => at !== expected);
  const origins = new Map(moved.map(({ pointer, at }) => [pointer, at]));
  const originOf = (pointer: Pointer): Pointer => {
    const keys = parsePointer(pointer);
    for (let depth = keys.length; depth > 0; depth -= 1) {
      const origin = origins.get(formatPointer(...keys.slice(0, depth)));
      if (origin !== undefined) return joinPointer(origin, ...keys.slice(depth));
    }
    return pointer;
  };
  return {
    ...canonical,
    written: contract,
    contents,
    originOf,
    locate: (pointer) => locate(originOf(pointer)),
  };
}

function mapValues<T, U>(values: ReadonlyMap<string, T>, change: (value: T) => U): Map<string, U> {
  return new Map(Array.from(values, ([name, value]) => [name, change(value)]));
}
