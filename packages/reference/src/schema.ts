// Schemas as HTML: a row for each property with its type, limits, default and example, and foldable rows for what is
// inside. Keywords without words of their own are shown as they stand in the contract, so that nothing is left out.
import { datesOf, deprecationNote } from '@animal-store/contract/http';
import { isObject } from '@animal-store/contract/validation';
import { type Child, Html, html, join } from './html.js';
import { markdown } from './markdown.js';
import { renderFacts, typeOf } from './schema-facts.js';
import { follow, listOf, type Node } from './schema-node.js';
import type { Site } from './site.js';
import { count } from './wording.js';

/** Where a schema stands on the page. */
export interface Place {
  message: 'request' | 'response';
  /** The anchor of what is around it: `createPet.body`. */
  anchor: string;
  /** The schemas around it. A schema that contains itself is shown once. */
  parents?: readonly unknown[];
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
  const { keywords } = node;
  const isDeprecated = keywords.deprecated === true;
  return html`<li class="row" id="${id}" data-search="${place.anchor.replace(/\.[^.]*$/, '')}">
    <p class="row-head"><a class="name" href="#${id}"><code>${name}</code></a> <span class="type">${typeOf(site.document, node)}</span>
    ${isRequired && html`<span class="required">required</span>`}
    ${keywords.readOnly === true && html`<span class="tag">read-only</span>`}
    ${keywords.writeOnly === true && html`<span class="tag">write-only</span>`}
    ${note}${isDeprecated && html`<span class="badge deprecated">deprecated</span>`}${site.badges(node.pointers)}</p>
    ${renderFacts(node)}
    ${site.notes(node.pointers)}
    ${isDeprecated && html`<p class="notice">${deprecationNote(datesOf(keywords))}</p>`}
    ${markdown(keywords.description)}
    ${renderInside(site, node, { ...place, anchor: id })}
  </li>`;
}

/** A schema that stands for itself: its facts and description, then what is in it. */
export function renderSchema(site: Site, node: Node, place: Place): Html {
  if (!hasInside(node) && node.keywords.type !== 'array')
    return html`<ul class="rows">${renderRow(site, 'body', node, place)}</ul>`;
  return html`${site.badges(node.pointers)}${site.notes(node.pointers)}${markdown(node.keywords.description)}${renderInside(site, node, place, true)}`;
}

/** The properties, items or alternatives of a schema; undefined if it has none. */
export function renderInside(
  site: Site,
  node: Node,
  place: Place,
  isOpen = false,
): Html | undefined {
  const { parents = [], anchor } = place;
  if (parents.includes(node.entry)) return html`<p class="facts">As above: ${node.name}.</p>`;
  const item = onlyItem(site, node);
  const shown = item ?? node;
  const below = { ...place, parents: [...parents, node.entry, shown.entry] };
  const parts = partsOf(site, shown, place.message);
  const rows = parts.map(({ name, key = name, node: part, ...options }) =>
    renderRow(site, name, part, { ...below, anchor: `${anchor}.${key}` }, options),
  );
  const union = renderUnion(site, shown, below);
  if (rows.length === 0) return union;
  const content = html`${item && site.notes(item.pointers)}<ul class="rows">${rows}</ul>${union}`;
  if (isOpen) return content;
  const size = count(rows.length, shown.properties.size > 0 ? 'property' : 'part');
  return html`<details${parents.length < MAX_OPEN && new Html(' open')}><summary>${shown.name ?? 'Inside'}: ${size}</summary>${content}</details>`;
}

/** Each level of schemas adds two parents. */
const MAX_OPEN = 4;

interface SchemaPart {
  name: string;
  /** In the anchor. */
  key?: string;
  node: Node;
  isRequired?: boolean;
}

/** Of an object, its properties; of a list, its items if there is something to say about them. */
function partsOf(site: Site, node: Node, message: Place['message']): SchemaPart[] {
  const { keywords, pointer, properties, required } = node;
  const at = (path: string, schema: unknown) =>
    follow(site.document, [{ schema, pointer: `${pointer}/${path}` }]);
  const omitted = message === 'request' ? 'readOnly' : 'writeOnly';
  const named = Array.from(properties, ([name, entry]) => ({
    name,
    node: follow(site.document, entry),
    isRequired: required.has(name),
  }));
  const patterns = Object.entries(Object(keywords.patternProperties)).map(([pattern, schema]) => ({
    name: `/${pattern}/`,
    key: '*',
    node: at('patternProperties', schema),
  }));
  const others = ['additionalProperties', 'unevaluatedProperties']
    .filter((key) => isObject(keywords[key]))
    .map((key) => ({ name: 'any other name', key: '*', node: at(key, keywords[key]) }));
  const positions = listOf(keywords.prefixItems).map((schema, index) => ({
    name: String(index),
    node: at(`prefixItems/${index}`, schema),
  }));
  const item = isObject(keywords.items) && at('items', keywords.items);
  const isSaid = item && !hasInside(item) && !renderFacts(item);
  return [
    ...named.filter((part) => part.node.keywords[omitted] !== true),
    ...patterns,
    ...others,
    ...positions,
    ...(item && !(isSaid && positions.length === 0)
      ? [{ name: 'each item', key: 'items', node: item }]
      : []),
  ];
}

/** The item of a list of objects, whose properties stand for it. */
function onlyItem(site: Site, { keywords, pointer }: Node): Node | undefined {
  const { items, prefixItems } = keywords;
  if (!isObject(items) || prefixItems !== undefined) return undefined;
  const item = follow(site.document, [{ schema: items, pointer: `${pointer}/items` }]);
  return item.properties.size > 0 && item.keywords.deprecated !== true ? item : undefined;
}

function hasInside({ properties, keywords }: Node): boolean {
  return properties.size > 0 || ['oneOf', 'anyOf', 'items'].some((key) => key in keywords);
}

/** The alternatives besides null, with the values of the discriminator that select them. */
function renderUnion(site: Site, node: Node, place: Place): Html | undefined {
  const { oneOf, anyOf, discriminator } = node.keywords;
  const key = oneOf === undefined ? 'anyOf' : 'oneOf';
  const { propertyName, mapping = {} } = Object(discriminator);
  const branches = listOf(oneOf ?? anyOf).map((schema, index) => {
    const branch = follow(site.document, [{ schema, pointer: `${node.pointer}/${key}/${index}` }]);
    const targets = [Object(schema).$ref, branch.name];
    const mapped = Object.keys(mapping).filter((value) => targets.includes(mapping[value]));
    return { branch, names: mapped.length > 0 ? mapped : [branch.name ?? ''] };
  });
  const others = branches.filter(({ branch }) => branch.keywords.type !== 'null');
  if (others.every(({ branch }) => !hasInside(branch) && renderFacts(branch) === undefined))
    return undefined;
  const isOpen = (place.parents ?? []).length < MAX_OPEN + 2;
  return html`<div class="union"><p class="facts">${key === 'oneOf' ? 'One of' : 'One or more of'}${
    propertyName !== undefined && html`, chosen by <code>${String(propertyName)}</code>`
  }:</p>${others.map(({ branch, names }, index) => {
    const values = names.map((name) => html`<code>${name}</code>`);
    const inside = discriminator === undefined ? String(index + 1) : names[0];
    return html`<details${isOpen && new Html(' open')}><summary>${discriminator !== undefined && join(values)} ${typeOf(site.document, branch)}${site.badges(branch.pointers)}</summary>
      ${renderFacts(branch)}${markdown(branch.keywords.description)}
      ${renderInside(site, branch, { ...place, anchor: `${place.anchor}.${inside}` }, true)}</details>`;
  })}</div>`;
}
