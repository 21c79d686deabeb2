// Deprecated parts of a request: parameters, and where the value of a body may have deprecated properties, as plain JSON.
import type { DeprecationDates } from './deprecation-dates.js';

/** What a request may send that is deprecated. */
export interface DeprecatedParts {
  /** Of the operation and of its path parameters. */
  always?: DeprecationDates;
  parameters: readonly DeprecatedParameter[];
  /** The first one is the body. Absent if it has nothing deprecated. */
  body?: readonly DeprecatedShape[];
}

interface DeprecatedParameter extends DeprecationDates {
  in: 'query' | 'header';
  name: string;
}

/** Shapes refer to one another by their index in the list of all shapes. A part without anything deprecated has no shape. */
export interface DeprecatedShape {
  properties?: Readonly<Record<string, DeprecatedProperty>>;
  /** Properties with any other name. */
  others?: number;
  items?: number;
  /** Shapes that the value has as well. */
  branches?: readonly DeprecatedBranch[];
}

export interface DeprecatedProperty {
  /** Absent if the property itself is not deprecated. */
  dates?: DeprecationDates;
  shape?: number;
}

/** A part of `allOf`, `oneOf` or `anyOf`. */
interface DeprecatedBranch {
  shape: number;
  /** The value has the branch if this property has one of these values. Absent if nothing tells branches apart. */
  selector?: { property: string; values: readonly string[] };
}
