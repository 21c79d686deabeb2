// Facts of a schema in one line: its type, and its limits, default and example.
import { type Child, type Html, html, join } from './html.js';
import { follow, isObject, type Keywords, type Node } from './schema-node.js';
import type { Site } from './site.js';

/** Keywords that are no limits, or that are shown in words. */
const DESCRIBED = new Set(
  `type format title description properties required additionalProperties patternProperties unevaluatedProperties items
  prefixItems allOf oneOf anyOf discriminator enum const default example examples deprecated readOnly writeOnly minLength
  maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties
  maxProperties $ref $comment`.split(/\s+/),
);
const COUNTS = [
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minProperties', 'maxProperties', 'properties'],
] as const;
const BOUNDS = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['exclusiveMinimum', 'more than'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
] as const;

/** `array of object · Pet`, `integer · int64 or null`. */
export function typeOf(site: Site, node: Node): string {
  const { keywords, name } = node;
  const { type, items, prefixItems, format, additionalProperties } = keywords;
  const child = (schema: unknown) => typeOf(site, follow(site.document, [{ schema, pointer: '' }]));
  const branches: unknown = keywords.oneOf ?? keywords.anyOf;
  const listed = (Array.isArray(type) ? type : [type ?? inferType(node)]).map(String);
  if (Array.isArray(branches) && node.properties.size === 0) {
    const texts = branches
      .map(child)
      .toSorted((one, other) => Number(one === 'null') - Number(other === 'null'));
    return [...new Set(texts)].join(' or ');
  }
  const texts = listed.map((text) => {
    if (text === 'array' && Array.isArray(prefixItems))
      return `array of [${prefixItems.map(child).join(', ')}]`;
    if (text === 'array' && isObject(items)) return `array of ${child(items)}`;
    if (text === 'object' && node.properties.size === 0 && isObject(additionalProperties))
      return `map of ${child(additionalProperties)}`;
    if (text === 'object' && name !== undefined) return `object · ${name}`;
    return typeof format === 'string' && text !== 'null' ? `${text} · ${format}` : text;
  });
  return texts
    .toSorted((one, other) => Number(one === 'null') - Number(other === 'null'))
    .join(' or ');
}

function inferType({ keywords, properties }: Node): string {
  if (properties.size > 0) return 'object';
  const values = 'const' in keywords ? [keywords.const] : keywords.enum;
  return Array.isArray(values) && values.length > 0 ? typeof values[0] : 'any';
}

/** Limits, default and example in one line; undefined if there are none. */
export function renderFacts({ keywords, isExampleShown }: Node): Html | undefined {
  const code = (value: unknown) =>
    html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
  const isRange = 'minimum' in keywords && 'maximum' in keywords;
  const facts: Child[] = [
    'const' in keywords && html`always ${code(keywords.const)}`,
    Array.isArray(keywords.enum) && html`one of ${join(keywords.enum.map(code), ', ')}`,
    ...COUNTS.map(([min, max, unit]) => toCount(keywords[min], keywords[max], unit)),
    isRange && html`${code(keywords.minimum)} to ${code(keywords.maximum)}`,
    ...BOUNDS.map(
      ([key, words]) =>
        key in keywords &&
        !(isRange && /^m..imum/.test(key)) &&
        html`${words} ${code(keywords[key])}`,
    ),
    keywords.uniqueItems === true && 'no item twice',
    'pattern' in keywords && html`pattern ${code(keywords.pattern)}`,
    ...Object.entries(keywords)
      .filter(([key]) => !DESCRIBED.has(key) && !key.startsWith('x-'))
      .map(([key, value]) => html`${key} ${code(value)}`),
    'default' in keywords && html`default ${code(keywords.default)}`,
    isExampleShown && html`for example ${code(exampleOf(keywords))}`,
  ].filter((fact) => fact !== false && fact !== undefined);
  return facts.length === 0
    ? undefined
    : html`<p class="facts">${join(facts, html` <i>·</i> `)}</p>`;
}

function exampleOf({ example, examples }: Keywords): unknown {
  return example ?? (Array.isArray(examples) ? examples[0] : undefined);
}

function toCount(min: unknown, max: unknown, unit: string): string | undefined {
  if (typeof min !== 'number' && typeof max !== 'number') return undefined;
  const plural = unit.endsWith('s') || (max ?? min) === 1 ? unit : `${unit}s`;
  if (min === max) return `exactly ${String(min)} ${plural}`;
  if (min === undefined) return `at most ${String(max)} ${plural}`;
  return max === undefined
    ? `at least ${String(min)} ${plural}`
    : `${String(min)} to ${String(max)} ${plural}`;
}
