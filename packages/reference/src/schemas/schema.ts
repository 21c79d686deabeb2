// Schemas as HTML: a row for each property with its type, limits, default and example, and foldable rows for what is
// inside. Keywords without words of their own are shown as they stand in the contract, so that nothing is left out.
import { deprecationNote } from '@animal-store/core/http';
import { type Direction, type Schema, selectingValues } from '@animal-store/spec/model';
import type { Site } from '../pages/site.js';
import { type Child, Html, html } from '../text/html.js';
import { markdown } from '../text/markdown.js';
import { count } from '../text/wording.js';
import { othersOf, renderFacts, typeOf } from './schema-facts.js';
import { type Node, nodeOf, propertyNode } from './schema-node.js';

/** Where a schema stands on the page. */
export interface Place {
  direction: Direction;
  /** The anchor of what is around it: `createPet.body`. */
  anchor: string;
  /** The schemas around it. A schema that contains itself is shown once. */
  parents?: readonly (Schema | undefined)[];
}

/** The row of a parameter, a property or a header. */
export function renderRow(
  site: Site,
  name: string,
  node: Node,
  place: Place,
  { isRequired = false, note }: { isRequired?: boolean; note?: Child } = {},
): Html {
  const id = site.anchor(place.anchor);
  const { deprecation, description, isReadOnly, isWriteOnly } = node.notes;
  const isDeprecated = deprecation?.isDeprecated === true;
  return html`<li class="row" id="${id}" data-search="${place.anchor.replace(/\.[^.]*$/, '')}">
    <p class="row-head"><a class="name" href="#${id}"><code>${name}</code></a> <span class="type">${typeOf(node)}</span>
    ${isRequired && html`<span class="required">required</span>`}
    ${isReadOnly && html`<span class="tag">read-only</span>`}
    ${isWriteOnly && html`<span class="tag">write-only</span>`}
    ${note}${isDeprecated && html`<span class="badge deprecated">deprecated</span>`}</p>
    ${site.marks(node.pointers)}
    ${renderFacts(node)}
    ${isDeprecated && html`<p class="notice">${deprecationNote(deprecation)}</p>`}
    ${markdown(description)}
    ${renderInside(site, node, { ...place, anchor: id })}
  </li>`;
}

/** A schema that stands for itself: its facts and description, then what is in it. */
export function renderSchema(site: Site, node: Node, place: Place): Html {
  if (!hasInside(node) && node.types?.join() !== 'array')
    return html`<ul class="rows">${renderRow(site, 'body', node, place)}</ul>`;
  return html`${site.marks(node.pointers)}${markdown(node.notes.description)}${renderInside(site, node, place, true)}`;
}

/** The properties, items or alternatives of a schema; undefined if it has none. */
export function renderInside(
  site: Site,
  node: Node,
  place: Place,
  isOpen = false,
): Html | undefined {
  const { parents = [], anchor } = place;
  if (parents.includes(node.schema)) return html`<p class="facts">As above: ${node.name}.</p>`;
  const item = onlyItem(node);
  const shown = item ?? node;
  const below = { ...place, parents: [...parents, node.schema, shown.schema] };
  const rows = rowsOf(shown, place.direction).map(({ name, key = name, node: part, ...marks }) =>
    renderRow(site, name, part, { ...below, anchor: `${anchor}.${key}` }, marks),
  );
  const union = renderUnion(site, shown, below);
  if (rows.length === 0) return union;
  const content = html`${item && site.marks(item.pointers)}<ul class="rows">${rows}</ul>${union}`;
  if (isOpen) return content;
  const size = count(rows.length, shown.properties.size > 0 ? 'property' : 'part');
  return html`<details${parents.length < MAX_OPEN_PARENTS && new Html(' open')}><summary>${shown.name ?? 'Inside'}: ${size}</summary>${content}</details>`;
}

/** Parts with more schemas around them are folded. Each level on the page adds two: a list, and its item. */
const MAX_OPEN_PARENTS = 6;

interface Row {
  name: string;
  /** The last part of its anchor; by default, its name. */
  key?: string;
  node: Node;
  isRequired?: boolean;
}

/** Of an object, its properties; of a list, its items if there is something to say about them. */
function rowsOf(node: Node, direction: Direction): Row[] {
  const named = Array.from(node.properties, ([name, edges]) => ({
    name,
    node: propertyNode(edges),
    isRequired: node.required.has(name),
  })).filter(({ node: { notes } }) =>
    direction === 'request' ? !notes.isReadOnly : !notes.isWriteOnly,
  );
  const others = othersOf(node);
  const item = node.items && nodeOf(node.items);
  return [
    ...named,
    ...(others ? [{ name: 'any other name', key: '*', node: others }] : []),
    ...(item && !isPlain(item) ? [{ name: 'each item', key: 'items', node: item }] : []),
  ];
}

/** The item of a list of objects, whose properties stand for it. */
function onlyItem({ items }: Node): Node | undefined {
  const item = items && nodeOf(items);
  const isShown = item && item.properties.size > 0 && !item.notes.deprecation?.isDeprecated;
  return isShown ? item : undefined;
}

function hasInside({ properties, union, items }: Node): boolean {
  return properties.size > 0 || union !== undefined || items !== undefined;
}

/** Whether its type says all. */
function isPlain(node: Node): boolean {
  return !hasInside(node) && renderFacts(node) === undefined;
}

/** The alternatives besides null, by the values of the discriminator that select them. */
function renderUnion(site: Site, { union }: Node, place: Place): Html | undefined {
  if (union === undefined) return undefined;
  const { kind, branches, discriminator } = union;
  if (branches.map(nodeOf).every(isPlain)) return undefined;
  const rows = branches.map((branch, index) => {
    const values = discriminator ? selectingValues(branch, discriminator) : [`${index + 1}`];
    const [first = ''] = values;
    return renderRow(site, values.join(', '), nodeOf(branch), {
      ...place,
      anchor: `${place.anchor}.${first}`,
    });
  });
  return html`<p class="facts">${kind === 'oneOf' ? 'One of' : 'One or more of'}${
    discriminator && html`, chosen by <code>${discriminator.property}</code>`
  }:</p><ul class="rows">${rows}</ul>`;
}
