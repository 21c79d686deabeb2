// Facts of a schema in one line: its type, and its limits, default and example.
import { RANGES, type Schema } from '@animal-store/spec/model';
import { type Child, type Html, html, join } from '../text/html.js';
import { count } from '../text/wording.js';
import { type Node, nodeOf, typesOf } from './schema-node.js';

/**
 * `array of object · Pet`, `integer · int64 or null`.
 * @param parents The schemas around it. One that contains itself is named there.
 */
export function typeOf(node: Node, parents: readonly (Schema | undefined)[] = []): string {
  const isNull = (text: string) => Number(text === 'null');
  const texts = [...new Set(namesOf(node, parents))];
  return texts.sort((one, other) => isNull(one) - isNull(other)).join(' or ');
}

/** One text for each type of a value, and for each branch of a union its own. */
function namesOf(node: Node, parents: readonly (Schema | undefined)[]): string[] {
  const { format, items, name, properties, schema, union } = node;
  if (name !== undefined && parents.includes(schema)) return [name];
  const around = [...parents, schema];
  if (union !== undefined && properties.size === 0) {
    const names = union.branches.flatMap((branch) => namesOf(nodeOf(branch), around));
    return union.isNullable ? [...names, 'null'] : names;
  }
  return typesOf(node).map((type) => {
    if (type === 'array' && items !== undefined) return `array of ${typeOf(nodeOf(items), around)}`;
    const others = type === 'object' && properties.size === 0 && othersOf(node);
    if (others) return `map of ${typeOf(others, around)}`;
    if (type === 'object' && name !== undefined) return `object · ${name}`;
    return format !== undefined && type !== 'null' ? `${type} · ${format}` : type;
  });
}

/** The schema of properties with other names; undefined if there are none, or any value is valid. */
export function othersOf({ additional }: Node): Node | undefined {
  if (additional === undefined || additional.schema.isNever) return undefined;
  const node = nodeOf(additional);
  return saysNothing(node) ? undefined : node;
}

function saysNothing(node: Node): boolean {
  const { union, items, additional, notes } = node;
  const parts = [union, items, additional, notes.description, renderFacts(node)];
  return typesOf(node).join() === 'any' && parts.every((part) => part === undefined);
}

/** Limits, default and example in one line; undefined if there are none. */
export function renderFacts({ constant, pattern, notes, ...node }: Node): Html | undefined {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf, uniqueItems, ...bounds } = node.bounds;
  const named: [string, unknown][] = [
    ['always', constant?.value],
    ['pattern', pattern],
    ['more than', exclusiveMinimum],
    ['less than', exclusiveMaximum],
    ['multiple of', multipleOf],
    ['default', notes.default],
    ...Object.entries(node.others),
    ['externalDocs', notes.extensions.externalDocs],
    ['for example', notes.examples[0]],
  ];
  const facts: Child[] = [
    node.enum && html`one of ${join(node.enum.map(code))}`,
    ...Object.values(RANGES).map(([min, max, unit]) => renderRange(bounds[min], bounds[max], unit)),
    uniqueItems === true && 'no item twice',
    ...named.map(([name, value]) => value !== undefined && html`${name} ${code(value)}`),
  ].filter((fact) => fact !== false && fact !== undefined);
  return facts.length > 0 ? html`<p class="facts">${join(facts, html` <i>·</i> `)}</p>` : undefined;
}

function renderRange(
  min: number | undefined,
  max: number | undefined,
  unit: string | undefined,
): Html | undefined {
  const limit = max ?? min;
  if (limit === undefined) return undefined;
  const most = unit === undefined ? code(limit) : count(limit, unit);
  if (min === max) return html`exactly ${most}`;
  if (min === undefined) return html`at most ${most}`;
  if (max === undefined) return html`at least ${most}`;
  return html`${unit === undefined ? code(min) : min} to ${most}`;
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}
