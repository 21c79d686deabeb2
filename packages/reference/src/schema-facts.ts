// Facts of a schema in one line: its type, and its limits, default and example.
import type { ContractDocument } from '@animal-store/contract';
import { isObject } from '@animal-store/contract/validation';
import { type Child, type Html, html, join } from './html.js';
import { follow, listOf, type Node } from './schema-node.js';
import { count } from './wording.js';

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
  ['minProperties', 'maxProperties', 'property'],
] as const;
const BOUNDS = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['exclusiveMinimum', 'more than'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
  ['pattern', 'pattern'],
] as const;

/** `array of object · Pet`, `integer · int64 or null`. */
export function typeOf(document: ContractDocument, node: Node): string {
  const { keywords, name, properties } = node;
  const { items, prefixItems, format, additionalProperties } = keywords;
  const child = (schema: unknown) => typeOf(document, follow(document, schema));
  const nameOf = (type: string) => {
    if (type === 'array' && Array.isArray(prefixItems))
      return `array of [${prefixItems.map(child).join(', ')}]`;
    if (type === 'array' && isObject(items)) return `array of ${child(items)}`;
    if (type === 'object' && properties.size === 0 && isObject(additionalProperties))
      return `map of ${child(additionalProperties)}`;
    if (type === 'object' && name !== undefined) return `object · ${name}`;
    return typeof format === 'string' && type !== 'null' ? `${type} · ${format}` : type;
  };
  const branches = properties.size === 0 ? listOf(keywords.oneOf ?? keywords.anyOf) : [];
  const types = [keywords.type ?? inferType(node)].flat().map(String);
  const texts = branches.length > 0 ? branches.map(child) : types.map(nameOf);
  const isNull = (text: string) => Number(text === 'null');
  return [...new Set(texts)].sort((one, other) => isNull(one) - isNull(other)).join(' or ');
}

function inferType({ keywords, properties }: Node): string {
  if (properties.size > 0) return 'object';
  const [value] = 'const' in keywords ? [keywords.const] : listOf(keywords.enum);
  return value === undefined ? 'any' : typeof value;
}

/** Limits, default and example in one line; undefined if there are none. */
export function renderFacts({ keywords }: Node): Html | undefined {
  const code = (value: unknown) =>
    html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
  const { minimum, maximum, ...others } = keywords;
  const isRange = minimum !== undefined && maximum !== undefined;
  const bounded: typeof keywords = isRange ? others : keywords;
  const [example] = 'example' in keywords ? [keywords.example] : listOf(keywords.examples);
  const facts: Child[] = [
    'const' in keywords && html`always ${code(keywords.const)}`,
    Array.isArray(keywords.enum) && html`one of ${join(keywords.enum.map(code))}`,
    ...COUNTS.map(([min, max, unit]) => toCount(keywords[min], keywords[max], unit)),
    isRange && html`${code(minimum)} to ${code(maximum)}`,
    ...BOUNDS.map(([key, words]) => key in bounded && html`${words} ${code(bounded[key])}`),
    keywords.uniqueItems === true && 'no item twice',
    ...Object.entries(keywords)
      .filter(([key]) => !DESCRIBED.has(key) && !key.startsWith('x-'))
      .map(([key, value]) => html`${key} ${code(value)}`),
    'default' in keywords && html`default ${code(keywords.default)}`,
    example !== undefined && html`for example ${code(example)}`,
  ].filter((fact) => fact !== false && fact !== undefined);
  return facts.length > 0 ? html`<p class="facts">${join(facts, html` <i>·</i> `)}</p>` : undefined;
}

function toCount(min: unknown, max: unknown, unit: string): string | undefined {
  if (typeof min !== 'number' && typeof max !== 'number') return undefined;
  const most = count(Number(max ?? min), unit);
  if (min === max) return `exactly ${most}`;
  if (min === undefined) return `at most ${most}`;
  return max === undefined ? `at least ${most}` : `${min} to ${most}`;
}
