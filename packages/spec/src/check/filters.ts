// Rule: `x-filter` names a property of a listing's items that the parameter can select by. In all listings of a schema, the name
// of a parameter selects in one way: the SQL of a table has one condition for each.
import { isDeepStrictEqual } from 'node:util';
import type { Filter } from '@animal-store/core/contract-data';
import { joinPointer } from '../json-pointer.js';
import { filterProblem, listedItem, listingOf } from '../model/index.js';
import type { Rule } from './rule.js';

const NO_LISTING =
  'is in no listing, so `x-filter` selects nothing: remove it, or write a GET with `limit` and `cursor` that returns an array of a component with an `id` of 64 bits';

export const filters: Rule = ({ operations }, report) => {
  const known = new Map<string, { filter: Filter; id: string }>();
  for (const operation of operations) {
    const { id = '', parameters } = operation;
    const item = listedItem(operation);
    const { schema, filters = {} } = listingOf(operation) ?? {};
    for (const { value } of parameters) {
      const { at, name, filter: written } = value;
      const filter = value.in === 'header' ? undefined : filters[name];
      const key = `${schema} ${name}`;
      const other = filter && known.get(key);
      if (filter) known.set(key, { filter, id });
      const isOther = other && (other.id === id || !isDeepStrictEqual(other.filter, filter));
      const problem =
        (written && (item ? filterProblem(value, written, item) : NO_LISTING)) ??
        (isOther && `selects in another way in ${other.id}: give it another name`);
      if (problem)
        report({
          message: `The parameter "${name}" of ${id} ${problem}.`,
          at: written ? joinPointer(at, 'x-filter') : at,
          isKey: written !== undefined,
        });
    }
  }
};
