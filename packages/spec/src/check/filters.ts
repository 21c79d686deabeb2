// Rule: `x-filter` names a property of a listing's items by which the parameter can select. In all listings of a schema, the name
// of a parameter selects in one way: the SQL of a table has one condition for each.
import { isDeepStrictEqual } from 'node:util';
import type { Filter } from '@animal-store/core/contract-data';
import { joinPointer } from '../json-pointer.js';
import { filterProblem, listingOf } from '../model/index.js';
import type { Rule } from './rule.js';

const NO_LISTING =
  'is in no listing, so `x-filter` selects nothing: remove it, or write a GET with `limit` and `cursor` that returns an array of a component with an `id` of 64 bits';

export const filters: Rule = ({ operations, schemas }, report) => {
  const known = new Map<string, { filter: Filter; id: string | undefined }>();
  for (const operation of operations) {
    const { id, parameters } = operation;
    const listing = listingOf(operation);
    const item = listing && schemas.get(listing.schema);
    for (const { value } of parameters) {
      const { at, name, filter: written } = value;
      let problem = written && (item ? filterProblem(value, written, item) : NO_LISTING);
      const filter = value.in === 'header' ? undefined : listing?.filters[name];
      if (filter) {
        const key = `${listing?.schema} ${name}`;
        const other = known.get(key);
        known.set(key, { filter, id });
        if (other && (other.id === id || !isDeepStrictEqual(other.filter, filter)))
          problem = `selects in another way in ${other.id}: give it another name`;
      }
      const place = written ? { at: joinPointer(at, 'x-filter'), isKey: true } : { at };
      if (problem) report({ message: `The parameter "${name}" of ${id} ${problem}.`, ...place });
    }
  }
};
