// Facts of a schema in one line: its type, and its limits, default and example.
import type { ContractDocument } from '@animal-store/contract';
import { isObject } from '@animal-store/core/validation';
import { type Child, type Html, html, join } from './html.js';
import { follow, listOf, type Node, typesOf } from './schema-node.js';
import { count } from './wording.js';

const RANGES = [
  ['minLength', 'maxLength', 'character'],
  ['minItems', 'maxItems', 'item'],
  ['minProperties', 'maxProperties', 'property'],
  ['minimum', 'maximum'],
] as const;
/** Other keywords stand for themselves. */
const WORDS: Readonly<Record<string, string>> = {
  const: 'always',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'multiple of',
  example: 'for example',
};
/** Keywords that are shown elsewhere, or in a way of their own. */
const DESCRIBED = new Set(
  `type format title description items oneOf anyOf discriminator enum examples deprecated readOnly writeOnly
  additionalProperties uniqueItems $ref $comment ${RANGES.flat().join(' ')}`.split(/\s+/),
);

/** `array of object · Pet`, `integer · int64 or null`. */
export function typeOf(document: ContractDocument, node: Node): string {
  const { keywords, name, properties } = node;
  const { items, format, additionalProperties } = keywords;
  const child = (schema: unknown) => typeOf(document, follow(document, schema));
  const nameOf = (type: string) => {
    if (type === 'array' && isObject(items)) return `array of ${child(items)}`;
    if (type === 'object' && properties.size === 0 && isObject(additionalProperties))
      return `map of ${child(additionalProperties)}`;
    if (type === 'object' && name !== undefined) return `object · ${name}`;
    return typeof format === 'string' && type !== 'null' ? `${type} · ${format}` : type;
  };
  const branches = properties.size === 0 ? listOf(keywords.oneOf ?? keywords.anyOf) : [];
  const types = typesOf(node);
  const texts = branches.length > 0 ? branches.map(child) : types.map(nameOf);
  const isNull = (text: string) => Number(text === 'null');
  return [...new Set(texts)].sort((one, other) => isNull(one) - isNull(other)).join(' or ');
}

/** Limits, default and example in one line; undefined if there are none. */
export function renderFacts({ keywords }: Node): Html | undefined {
  const example = 'example' in keywords ? keywords.example : listOf(keywords.examples)[0];
  const others = Object.entries({ ...keywords, example }).filter(
    ([key, value]) => value !== undefined && !DESCRIBED.has(key) && !key.startsWith('x-'),
  );
  const facts: Child[] = [
    Array.isArray(keywords.enum) && html`one of ${join(keywords.enum.map(code))}`,
    ...RANGES.map(([min, max, unit]) => renderRange(keywords[min], keywords[max], unit)),
    keywords.uniqueItems === true && 'no item twice',
    ...others.map(([key, value]) => html`${WORDS[key] ?? key} ${code(value)}`),
  ].filter((fact) => fact !== false && fact !== undefined);
  return facts.length > 0 ? html`<p class="facts">${join(facts, html` <i>·</i> `)}</p>` : undefined;
}

function renderRange(min: unknown, max: unknown, unit: string | undefined): Html | undefined {
  if (min === undefined && max === undefined) return undefined;
  const most = unit === undefined ? code(max ?? min) : count(Number(max ?? min), unit);
  if (min === max) return html`exactly ${most}`;
  if (min === undefined) return html`at most ${most}`;
  if (max === undefined) return html`at least ${most}`;
  return html`${unit === undefined ? code(min) : Number(min)} to ${most}`;
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}
