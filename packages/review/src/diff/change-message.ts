// Messages of changes: the news, then the place. "Added: NewPet.status, in requests of POST /pets."
import { followReference, getIn, type JsonObject, lastKey } from '@animal-store/spec';

/** @param path the way to the place, as in `Finding`. @param document the normal form of the contract that has the place. */
export function changeMessage(text: string, path: readonly string[], document: JsonObject): string {
  const isWhole = /^\w+\.$/.test(text);
  const news = text.charAt(0).toUpperCase() + text.slice(1);
  const place = placeOf(path, document, isWhole, (name) => text.includes(`\`${name}\``));
  if (place === '') return news;
  return news.replace(/\.$/, isWhole ? `: ${place}.` : ` (${place}).`);
}

/** Without what the text names. @param isWhole whether all that stands there came or went. */
function placeOf(
  path: readonly string[],
  document: JsonObject,
  isWhole: boolean,
  isNamed: (name: string) => boolean,
): string {
  const [owner = '', ...way] = path;
  if (!/^([A-Z]+ )?\//.test(owner)) return isNamed(path.at(-1) ?? '') ? '' : path.join('.');
  const { subject, messages } = follow(owner, way, document, isWhole);
  const whole = messages === '' ? owner : `${messages} of ${owner}`;
  if (subject !== '' && !isNamed(subject))
    return `${subject}${messages === '' ? ' of ' : ', in '}${whole}`;
  return isNamed(whole) ? '' : whole;
}

/** What the way leads to, from the last schema with a name, and which messages have it; of a parameter, its name and none. */
function follow(owner: string, way: readonly string[], document: JsonObject, isWhole: boolean) {
  const [, method = '', path = ''] = /^([A-Z]*) ?(.*)/.exec(owner) ?? [];
  let node = getIn(document, 'paths', path, method.toLowerCase());
  let [subject, messages] = ['', ''];
  const keys = [...way];
  while (keys.length > 0) {
    const key = keys.shift() ?? '';
    const name = /^(?:responses|headers|content|properties)$/.test(key) ? keys.shift() : undefined;
    node = getIn(node, key, ...(name === undefined ? [] : [name]));
    const isLast = keys.length === 0;
    if (key === 'requestBody') [messages, subject] = ['requests', isLast && isWhole ? 'body' : ''];
    else if (key === 'responses') messages = `${name ?? 'all'} replies`;
    else if (key === 'headers') subject = name ?? key;
    else if (key === 'items') subject += '[]';
    else if (!/^(?:schema|content)$/.test(key) || (isLast && isWhole)) subject += `.${name ?? key}`;
    const target = getIn(node, '$ref');
    const isEnd = isLast && (isWhole || key === 'properties'); // NewPet.status says more than PetStatus
    if (/^#\/components\/schemas\//.test(String(target)) && !isEnd)
      subject = lastKey(String(target));
    node = followReference(document, node);
  }
  return { subject: subject.replace(/^\./, ''), messages };
}
