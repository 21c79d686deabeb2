// Source of valid messages: for each parameter, header and body, some values that a contract accepts.
import {
  entriesOf,
  formatPointer,
  getIn,
  isPointerWithin,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { memoize } from '../memoize.js';
import type { Fault } from '../service.js';
import { boundaryValues } from './boundary-values.js';
import { type Message, withValue } from './message.js';
import type { Place, PlacesIn } from './places.js';
import { samplesOf, unique } from './samples.js';
import type { Space } from './spaces.js';
import { schemasAt, type Target } from './targets.js';

const MAX_VALUES = 12;
const MAX_REPAIRS = 4;
/** Values that are tried in the place of an invalid one. */
const MAX_REPLACEMENTS = 40;

export class MessageSource {
  readonly #valuesOf = memoize((root: Place): unknown[] => {
    const samples = root.schemas.flatMap(samplesOf);
    const found = this.#validOf(root, [...examplesOf(root, this.side), ...samples]);
    if (found.length > 0) return found;
    return this.#validOf(root, this.#boundaryValuesAt(root.path)).slice(0, 1);
  });

  /** @param check the faults of a message. */
  constructor(
    private readonly side: PlacesIn,
    private readonly check: (message: Message) => readonly Fault[],
  ) {}

  /** The parameters, the headers and the body. */
  get roots(): Place[] {
    return [...this.side.places.values()].filter(
      ({ path }) => path.length === (path[0] === 'body' ? 1 : 2),
    );
  }

  /** The message with the fewest values. */
  get minimal(): Message {
    const required = this.roots.filter(({ isRequired }) => isRequired);
    return required.reduce<Message>(
      (message, root) => withValue(message, root.path, this.#valuesOf(root)[0]),
      {},
    );
  }

  /** Minimal messages with a parameter, a header or a body, each with another value of it. */
  messagesWith(path: readonly string[]): Message[] {
    const { minimal } = this;
    const root = this.roots.find((place) => isWithin(path, place.path));
    if (root === undefined) return [minimal];
    return this.#valuesOf(root).map((value) => withValue(minimal, root.path, value));
  }

  #validOf(root: Place, values: readonly unknown[]): unknown[] {
    const repaired = unique(values).map((value) => this.#repair(root, value));
    return unique(repaired).slice(0, MAX_VALUES);
  }

  /** The value, in which invalid parts are left out or replaced; undefined if that is not possible. */
  #repair(root: Place, value: unknown, rounds = MAX_REPAIRS): unknown {
    const faults = this.#faultsOf(root, value);
    const [fault] = faults;
    if (fault === undefined) return value;
    const path = parsePointer(fault.path).slice(root.path.length - 1);
    if (rounds === 0 || path.length === 0) return undefined;
    const others = this.#boundaryValuesAt([...root.path, ...path]).slice(0, MAX_REPLACEMENTS);
    const better = [undefined, ...others]
      .map((part) => withValue(value, path, part))
      .find((candidate) => this.#faultsOf(root, candidate).length < faults.length);
    return better === undefined ? undefined : this.#repair(root, better, rounds - 1);
  }

  #boundaryValuesAt(path: string[]): unknown[] {
    return boundaryValues(schemasAt(path, this.side), undefined);
  }

  #faultsOf({ path }: Place, value: unknown): Fault[] {
    return this.check(withValue({}, path, value)).filter((detail) =>
      isWithin([detail.in, ...parsePointer(detail.path)], path),
    );
  }
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return isPointerWithin(formatPointer(...inner), formatPointer(...outer));
}

/** The examples of a parameter, a header or a body. */
function examplesOf({ pointers }: Place, { document }: PlacesIn): unknown[] {
  return pointers.flatMap((pointer) => {
    const node = resolvePointer(document, pointer);
    const own = getIn(node, 'examples');
    const named = Array.isArray(own)
      ? own
      : entriesOf(own).map(([, example]) => getIn(example, 'value'));
    return [getIn(node, 'example'), ...named].filter((example) => example !== undefined);
  });
}

/** Valid messages, each unchanged, without the value at the target, and with boundary values there. */
export function* messagesAt({ path, schemas }: Target, { source, base, head }: Space) {
  for (const message of source.messagesWith(path)) {
    const filled = fillParents(message, path, [base, head]);
    yield message;
    for (const value of [undefined, ...boundaryValues(schemas, getIn(message, ...path))])
      yield withValue(filled, path, value);
  }
}

/** The message with samples for the objects and lists that the path leads through. */
function fillParents(message: Message, path: readonly string[], sides: PlacesIn[]): Message {
  return path.slice(1).reduce((filled, _key, index) => {
    const parent = path.slice(0, index + 1);
    const [first] = sides.flatMap((side) => schemasAt(parent, side));
    if (getIn(filled, ...parent) !== undefined || first === undefined) return filled;
    return withValue(filled, parent, samplesOf(first)[0]);
  }, message);
}
