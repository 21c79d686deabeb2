// Schemas as HTML: a row for each property with its type, limits, default and example, and foldable rows for what is
// inside. Keywords without words of their own are shown as they stand in the contract, so that nothing is left out.
import { datesOf, deprecationNote } from '@animal-store/contract/http';
import { type Child, Html, html, join } from './html.js';
import { markdown } from './markdown.js';
import { renderFacts, typeOf } from './schema-facts.js';
import { follow, isObject, type Node, type PropertyEntry } from './schema-node.js';
import type { Site } from './site.js';

/** Where a schema stands on the page. */
export interface Place {
  message: 'request' | 'response';
  /** The anchor of what is around it: `createPet.body`. */
  anchor: string;
  /** The schemas around it. A schema that contains itself is shown once. */
  parents: readonly unknown[];
}

/** The row of a parameter, a property or a header. */
export function renderRow(
  site: Site,
  name: Child,
  node: Node,
  place: Place,
  { isRequired = false, note }: { isRequired?: boolean; note?: Child } = {},
): Html {
  const id = site.anchor(place.anchor);
  const { keywords } = node;
  return html`<li class="row" id="${id}" data-search>
    <p class="row-head"><a class="name" href="#${id}"><code>${name}</code></a> <span class="type">${typeOf(site, node)}</span>${
      isRequired ? html` <span class="required">required</span>` : ''
    }${keywords.readOnly === true && html` <span class="tag">read-only</span>`}${
      keywords.writeOnly === true && html` <span class="tag">write-only</span>`
    }${note}${keywords.deprecated === true && html` <span class="badge deprecated">deprecated</span>`}${site.badges(node.pointers)}</p>
    ${renderFacts(node)}
    ${site.notes(node.pointers)}
    ${keywords.deprecated === true && html`<p class="notice">${deprecationNote(datesOf(keywords))}</p>`}
    ${markdown(keywords.description)}
    ${renderInside(site, node, { ...place, anchor: id })}
  </li>`;
}

/** The properties, items or alternatives of a schema; undefined if it has none. */
export function renderInside(
  site: Site,
  node: Node,
  place: Place,
  isOpen = false,
): Html | undefined {
  const key = node.name ?? node.entry;
  if (place.parents.includes(key)) return html`<p class="facts">As above: ${node.name}.</p>`;
  const below = { ...place, parents: [...place.parents, key] };
  const rows = [...renderProperties(site, node, below), ...renderItems(site, node, below)];
  const union = renderUnion(site, node, below);
  if (rows.length === 0) return union;
  const list = html`<ul class="rows">${rows}</ul>`;
  if (isOpen) return html`${list}${union}`;
  const count = `${rows.length} ${node.properties.size > 0 ? 'propert' : 'part'}`;
  return html`<details${place.parents.length < 2 && new Html(' open')}><summary>${
    node.name ?? 'Inside'
  }: ${count}${ending(node, rows.length)}</summary>${list}${union}</details>`;
}

function ending({ properties }: Node, count: number): string {
  if (properties.size === 0) return count === 1 ? '' : 's';
  return count === 1 ? 'y' : 'ies';
}

function renderProperties(site: Site, node: Node, place: Place): Html[] {
  const omitted = place.message === 'request' ? 'readOnly' : 'writeOnly';
  const { additionalProperties, unevaluatedProperties, patternProperties } = node.keywords;
  const rows = Array.from(node.properties, ([name, entry]) => {
    const property = follow(site.document, entry);
    if (property.keywords[omitted] === true) return undefined;
    const inside = { ...place, anchor: `${place.anchor}.${name}` };
    return renderRow(site, name, property, inside, { isRequired: node.required.has(name) });
  });
  const others: [name: string, entry: PropertyEntry][] = [
    ...Object.entries(isObject(patternProperties) ? patternProperties : {}).map(
      ([pattern, schema]): [string, PropertyEntry] => [
        `/${pattern}/`,
        [{ schema, pointer: `${node.pointer}/patternProperties` }],
      ],
    ),
    ...[additionalProperties, unevaluatedProperties].flatMap((schema): [string, PropertyEntry][] =>
      isObject(schema)
        ? [['any other name', [{ schema, pointer: `${node.pointer}/additionalProperties` }]]]
        : [],
    ),
  ];
  const named = others.map(([name, entry]) =>
    renderRow(site, name, follow(site.document, entry), { ...place, anchor: `${place.anchor}.*` }),
  );
  return [...rows, ...named].filter((row) => row !== undefined);
}

/** Of a list, the rows of its items; of a list with a schema for each position, a row for each. */
function renderItems(site: Site, { keywords, pointer }: Node, place: Place): Html[] {
  const { items, prefixItems } = keywords;
  const positions = Array.isArray(prefixItems) ? prefixItems : [];
  const rows = positions.map((schema, index) => {
    const node = follow(site.document, [{ schema, pointer: `${pointer}/prefixItems/${index}` }]);
    return renderRow(site, String(index), node, { ...place, anchor: `${place.anchor}.${index}` });
  });
  if (!isObject(items)) return rows;
  const item = follow(site.document, [{ schema: items, pointer: `${pointer}/items` }]);
  const isPlain =
    item.properties.size === 0 && !('oneOf' in item.keywords || 'anyOf' in item.keywords);
  if (rows.length === 0 && item.properties.size > 0 && !isMarked(site, item))
    return renderProperties(site, item, {
      ...place,
      parents: [...place.parents, item.name ?? item.entry],
    });
  const isSaid = isPlain && !('items' in item.keywords) && renderFacts(item) === undefined;
  if (isSaid && rows.length === 0 && !isMarked(site, item)) return rows;
  return [
    ...rows,
    renderRow(site, 'each item', item, { ...place, anchor: `${place.anchor}.items` }),
  ];
}

function isMarked(site: Site, { pointers, keywords }: Node): boolean {
  return site.marks(pointers).length > 0 || keywords.deprecated === true;
}

function renderUnion(site: Site, node: Node, place: Place): Html | undefined {
  const keyword = node.keywords.oneOf === undefined ? 'anyOf' : 'oneOf';
  const branches = branchesOf(site, node);
  if (branches.every(({ branch }) => !hasInside(branch) && renderFacts(branch) === undefined))
    return undefined;
  const { discriminator } = node.keywords;
  const property = isObject(discriminator) && discriminator.propertyName;
  return html`<div class="union"><p class="facts">${keyword === 'oneOf' ? 'One of' : 'One or more of'}${
    property ? html`, chosen by <code>${String(property)}</code>` : ''
  }:</p>${branches.map(
    ({ branch, names }, index) =>
      html`<details${place.parents.length < 3 && new Html(' open')}><summary>${join(
        names.map((name) => html`<code>${name}</code>`),
        ', ',
      )} ${typeOf(site, branch)}${site.badges(branch.pointers)}</summary>${renderFacts(branch)}${markdown(
        branch.keywords.description,
      )}${renderInside(site, branch, { ...place, anchor: `${place.anchor}.${names[0] ?? index + 1}` }, true)}</details>`,
  )}</div>`;
}

function hasInside({ properties, keywords }: Node): boolean {
  return properties.size > 0 || ['oneOf', 'anyOf', 'items'].some((key) => isObject(keywords[key]));
}

/** The alternatives besides null, with the values of the discriminator that select them. */
function branchesOf(site: Site, { keywords, pointer }: Node): { branch: Node; names: string[] }[] {
  const key = keywords.oneOf === undefined ? 'anyOf' : 'oneOf';
  const list: unknown = keywords[key];
  const { discriminator } = keywords;
  const mapping =
    isObject(discriminator) && isObject(discriminator.mapping) ? discriminator.mapping : {};
  return (Array.isArray(list) ? list : []).flatMap((schema: unknown, index) => {
    const branch = follow(site.document, [{ schema, pointer: `${pointer}/${key}/${index}` }]);
    if (branch.keywords.type === 'null') return [];
    const reference = isObject(schema) ? String(schema.$ref ?? '') : '';
    const mapped = Object.entries(mapping).filter(
      ([, target]) => target === reference || target === branch.name,
    );
    const names = mapped.length > 0 ? mapped.map(([name]) => name) : [branch.name ?? ''];
    return { branch, names: discriminator ? names : [] };
  });
}

/** A schema that stands for itself: its facts and description, then what is in it. */
export function renderSchema(site: Site, node: Node, place: Place): Html {
  const isPlain = node.properties.size > 0 || 'oneOf' in node.keywords || 'anyOf' in node.keywords;
  if (!isPlain && node.keywords.type !== 'array')
    return html`<ul class="rows">${renderRow(site, 'body', node, place)}</ul>`;
  return html`${site.badges(node.pointers)}${site.notes(node.pointers)}${markdown(node.keywords.description)}${renderInside(site, node, place, true)}`;
}
