// Messages of changes: the news, then the place. "Added: NewPet.status, in requests of POST /pets."
import {
  type Body,
  type Carrier,
  type Contract,
  type Edge,
  innerOf,
  type Reply,
} from '@animal-store/spec/model';
import { labelOf } from './operations.js';

/** @param path the way to the place, as in `Finding`. @param contract the canonical form of the one that has the place. */
export function changeMessage(text: string, path: readonly string[], contract: Contract): string {
  const isWhole = /^\w+\.$/.test(text);
  const news = text.charAt(0).toUpperCase() + text.slice(1);
  const place = placeOf(path, contract, isWhole, (name) => text.includes(`\`${name}\``));
  if (place === '') return news;
  return news.replace(/\.$/, isWhole ? `: ${place}.` : ` (${place}).`);
}

/** Without what the text names. @param isWhole whether all that stands there came or went. */
function placeOf(
  path: readonly string[],
  contract: Contract,
  isWhole: boolean,
  isNamed: (name: string) => boolean,
): string {
  const [owner = '', ...way] = path;
  if (!/^([A-Z]+ )?\//.test(owner)) return isNamed(path.at(-1) ?? '') ? '' : path.join('.');
  const { subject, messages } = follow(owner, way, contract, isWhole);
  const whole = messages === '' ? owner : `${messages} of ${owner}`;
  if (subject !== '' && !isNamed(subject))
    return `${subject}${messages === '' ? ' of ' : ', in '}${whole}`;
  return isNamed(whole) ? '' : whole;
}

/** Keys behind which a name or an index follows. */
const NAMED = /^(?:responses|headers|content|properties|allOf|anyOf|oneOf)$/;
const UNION = /^(?:allOf|anyOf|oneOf)$/;

/** What the way leads to, from the last schema with a name, and which messages have it; of a parameter, its name and none. */
function follow(owner: string, way: readonly string[], contract: Contract, isWhole: boolean) {
  const operation = contract.operations.find((one) => labelOf(one) === owner);
  let [subject, messages] = ['', ''];
  let message: Body | Reply | undefined;
  let carrier: Carrier | undefined;
  let edge: Edge | undefined;
  const keys = [...way];
  while (keys.length > 0) {
    const key = keys.shift() ?? '';
    const name = NAMED.test(key) ? keys.shift() : undefined;
    const isLast = keys.length === 0;
    const isShown = isLast && isWhole;
    if (key === 'requestBody') {
      message = operation?.body?.value;
      [messages, subject] = ['requests', isShown ? 'body' : ''];
    } else if (key === 'responses') {
      message = operation?.replies.get(name ?? '')?.value;
      messages = `${name ?? 'all'} replies`;
    } else if (key === 'headers') {
      carrier =
        message && 'headers' in message ? message.headers.get(name ?? '')?.value : undefined;
      subject = name ?? key;
    } else if (key === 'content') {
      carrier = message?.content.get(name ?? '');
      if (isShown) subject += `.${name ?? key}`;
    } else if (key === 'schema') {
      edge = carrier?.schema;
      if (isShown) subject += `.${key}`;
    } else {
      const inner = edge ? innerOf(edge.schema) : [];
      edge = inner.find((one) => one.kind === key && one.key === name)?.edge;
      const below = UNION.test(key) ? `.${key}.${name}` : `.${name ?? key}`;
      subject += key === 'items' ? '[]' : below;
    }
    const isEnd = isLast && (isWhole || key === 'properties'); // NewPet.status says more than PetStatus
    if (edge?.component !== undefined && !isEnd) subject = edge.component;
  }
  return { subject: subject.replace(/^\./, ''), messages };
}
