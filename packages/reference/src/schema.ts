// Schemas as HTML: a row for each property with its type, limits, default and example, and foldable rows for what is
// inside. Keywords without words of their own are shown as they stand in the contract, so that nothing is left out.
import { datesOf } from '@animal-store/contract/http';
import { deprecationNote } from '@animal-store/core/http';
import { isObject } from '@animal-store/core/validation';
import { type Child, Html, html } from './html.js';
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
    ${note}${isDeprecated && html`<span class="badge deprecated">deprecated</span>`}</p>
    ${site.marks(node.sources)}
    ${renderFacts(node)}
    ${isDeprecated && html`<p class="notice">${deprecationNote(datesOf(keywords))}</p>`}
    ${markdown(keywords.description)}
    ${renderInside(site, node, { ...place, anchor: id })}
  </li>`;
}

/** A schema that stands for itself: its facts and description, then what is in it. */
export function renderSchema(site: Site, node: Node, place: Place): Html {
  if (!hasInside(node) && node.keywords.type !== 'array')
    return html`<ul class="rows">${renderRow(site, 'body', node, place)}</ul>`;
  return html`${site.marks(node.sources)}${markdown(node.keywords.description)}${renderInside(site, node, place, true)}`;
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
  const rows = parts.map(({ name, key, node: part, isRequired }) =>
    renderRow(site, name, part, { ...below, anchor: `${anchor}.${key}` }, { isRequired }),
  );
  const union = renderUnion(site, shown, below);
  if (rows.length === 0) return union;
  const content = html`${item && site.marks(item.sources)}<ul class="rows">${rows}</ul>${union}`;
  if (isOpen) return content;
  const size = count(rows.length, shown.properties.size > 0 ? 'property' : 'part');
  return html`<details${parents.length < MAX_OPEN && new Html(' open')}><summary>${shown.name ?? 'Inside'}: ${size}</summary>${content}</details>`;
}

/** Each level of schemas adds two parents. */
const MAX_OPEN = 6;

/** Of an object, its properties; of a list, its items if there is something to say about them. */
function partsOf({ document }: Site, node: Node, message: Place['message']) {
  const omitted = message === 'request' ? 'readOnly' : 'writeOnly';
  const toPart = (name: string, schema: unknown, { key = name, isRequired = false } = {}) => ({
    ...{ name, key, isRequired },
    node: follow(document, schema),
  });
  const named = Array.from(node.properties, ([name, schema]) =>
    toPart(name, schema, { isRequired: node.required.has(name) }),
  );
  const others = [node.keywords.additionalProperties].filter(isObject);
  const items = [node.keywords.items]
    .filter(isObject)
    .map((item) => toPart('each item', item, { key: 'items' }));
  const isSaid = items.every((item) => isPlain(item.node));
  return [
    ...named.filter((part) => part.node.keywords[omitted] !== true),
    ...others.map((schema) => toPart('any other name', schema, { key: '*' })),
    ...(isSaid ? [] : items),
  ];
}

/** The item of a list of objects, whose properties stand for it. */
function onlyItem({ document }: Site, { keywords }: Node): Node | undefined {
  if (!isObject(keywords.items)) return undefined;
  const item = follow(document, keywords.items);
  return item.properties.size > 0 && item.keywords.deprecated !== true ? item : undefined;
}

function hasInside({ properties, keywords }: Node): boolean {
  return properties.size > 0 || ['oneOf', 'anyOf', 'items'].some((key) => key in keywords);
}

/** Whether its type says all. */
function isPlain(node: Node): boolean {
  return !hasInside(node) && renderFacts(node) === undefined;
}

/** The alternatives besides null, by the values of the discriminator that select them. */
function renderUnion(site: Site, node: Node, place: Place): Html | undefined {
  const { oneOf, anyOf, discriminator } = node.keywords;
  const { propertyName, mapping = {} } = Object(discriminator);
  const branches = listOf(oneOf ?? anyOf)
    .map((schema) => ({ branch: follow(site.document, schema), target: Object(schema).$ref }))
    .filter(({ branch }) => branch.keywords.type !== 'null');
  if (branches.every(({ branch }) => isPlain(branch))) return undefined;
  const rows = branches.map(({ branch, target }, index) => {
    const mapped = Object.keys(mapping).filter((value) =>
      [target, branch.name].includes(mapping[value]),
    );
    const own = discriminator === undefined ? String(index + 1) : (branch.name ?? '');
    const [first = own] = mapped;
    const name = mapped.join(', ') || own;
    return renderRow(site, name, branch, { ...place, anchor: `${place.anchor}.${first}` });
  });
  return html`<p class="facts">${oneOf ? 'One of' : 'One or more of'}${
    propertyName !== undefined && html`, chosen by <code>${String(propertyName)}</code>`
  }:</p><ul class="rows">${rows}</ul>`;
}
