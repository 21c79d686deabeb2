// Statement that reads pages of a listing in PostgreSQL, for requests that select rows by the same columns.
import { quote, SQL_TYPES } from '../columns.js';
import { conditionOf, hasParameter, type Selection } from '../table.js';

/**
 * One row for each request: the texts of its rows, in lines. JSON text has no line feed. $1 and $2 are arrays of the first
 * ids and the limits of the requests, the others their values of the filters; a list is JSON.
 *
 * The rows are those of the index of the first selection, so the others may not offer an order. For `status = $1`, PostgreSQL
 * prefers to scan the table in order of id and to skip rows with another status. If a status is rare, these are nearly all.
 */
export function toPageStatement(
  name: string,
  json: string,
  selections: readonly Selection[],
): string {
  const compared = selections.filter(hasParameter);
  const inputs = ['first_id', 'row_limit', ...compared.map((_, index) => `filter_${index}`)];
  const types = [
    ...['bigint', 'bigint'],
    ...compared.map(({ match, column }) =>
      match === 'oneOf' ? 'text' : SQL_TYPES.postgres[column.kind],
    ),
  ];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  /** No column of the table has a name with `#`. */
  const input = (of: string) => `"#request"."#${of}"`;
  const sentFor = (selection: Selection) => input(`filter_${compared.indexOf(selection)}`);
  const elementsOf = (selection: Selection) =>
    `(SELECT DISTINCT value::${SQL_TYPES.postgres[selection.column.kind]} AS value
      FROM json_array_elements_text(${sentFor(selection)}::json) AS element (value))`;
  const toCondition = (selection: Selection) =>
    conditionOf(
      selection,
      selection.match === 'oneOf' ? elementsOf(selection) : sentFor(selection),
    );
  const [lead, ...others] = selections;
  const first = quote(lead?.column.name ?? 'id');
  const toPage = (condition: string, order: string) =>
    `SELECT id, ${json} AS "#json" FROM ${name}
     WHERE ${[condition, ...others.map(toCondition)].join(' AND ')} ORDER BY ${order} LIMIT ${input('row_limit')}`;
  const startsAt = (id: string) => `${id} >= ${input('first_id')}`;
  /** @param value A value of the first selection. */
  const equalTo = (value: string) =>
    toPage(
      `(${first}, id) >= (${value}, ${input('first_id')}) AND ${first} <= ${value}`,
      `${first}, id`,
    );
  const toRows = (): string => {
    if (lead === undefined) return toPage(startsAt('id'), 'id');
    switch (lead.match) {
      case 'equals':
        return equalTo(sentFor(lead));
      case 'oneOf':
        return `SELECT "#rows".* FROM ${elementsOf(lead)} AS "#one"
          CROSS JOIN LATERAL (${equalTo('"#one".value')}) AS "#rows" ORDER BY id LIMIT ${input('row_limit')}`;
      case 'isNull':
        return toPage(`${toCondition(lead)} AND ${startsAt('id')}`, `${first}, id`);
      default:
        return toPage(`${toCondition(lead)} AND ${startsAt('id + 0')}`, 'id + 0');
    }
  };
  return `SELECT (
     SELECT string_agg("#json", E'\\n' ORDER BY id) FROM (${toRows()}) AS "#page"
   ) AS page
   FROM unnest(${arrays}) WITH ORDINALITY AS "#request" (${inputs.map((of) => `"#${of}"`).join(', ')}, "#position")
   ORDER BY "#position"`;
}
