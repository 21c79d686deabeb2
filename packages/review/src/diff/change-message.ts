// Messages of changes: the news, then the place. "Added: NewPet.status, in requests of POST /pets."
import {
  type Body,
  type Carrier,
  type Contract,
  type Edge,
  innerOf,
  type Reply,
} from '@animal-store/spec/model';

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

/** What the way leads to, from the last schema with a name, and which messages have it; of a parameter, its name and none. */
function follow(owner: string, way: readonly string[], contract: Contract, isWhole: boolean) {
  const place = new Place(owner, contract);
  let [subject, messages] = ['', ''];
  const keys = [...way];
  while (keys.length > 0) {
    const key = keys.shift() ?? '';
    const name = /^(?:responses|headers|content|properties)$/.test(key) ? keys.shift() : undefined;
    const component = place.enter(key, name);
    const isLast = keys.length === 0;
    if (key === 'requestBody') [messages, subject] = ['requests', isLast && isWhole ? 'body' : ''];
    else if (key === 'responses') messages = `${name ?? 'all'} replies`;
    else if (key === 'headers') subject = name ?? key;
    else if (key === 'items') subject += '[]';
    else if (!/^(?:schema|content)$/.test(key) || (isLast && isWhole)) subject += `.${name ?? key}`;
    const isEnd = isLast && (isWhole || key === 'properties'); // NewPet.status says more than PetStatus
    if (component !== undefined && !isEnd) subject = component;
  }
  return { subject: subject.replace(/^\./, ''), messages };
}

/** A place in the messages of an operation. */
class Place {
  readonly #operation;
  #message: Body | Reply | undefined;
  #carrier: Carrier | undefined;
  #edge: Edge | undefined;
  /** Whose branches come next. */
  #union = '';

  /** @param owner the operation, as `GET /pets`. */
  constructor(owner: string, { operations }: Contract) {
    const [method = '', path] = owner.split(' ');
    this.#operation = operations.find(
      (one) => one.method === method.toLowerCase() && one.path === path,
    );
  }

  /** Goes to what is inside. @returns the name of the schema that is referred to there. */
  enter(key: string, name = ''): string | undefined {
    const union = this.#union;
    this.#union = /^(?:allOf|oneOf|anyOf)$/.test(key) ? key : '';
    if (this.#union !== '') return undefined;
    if (key === 'requestBody') this.#message = this.#operation?.body?.value;
    else if (key === 'responses') this.#message = this.#operation?.replies.get(name)?.value;
    else if (key === 'content') this.#carrier = this.#message?.content.get(name);
    else if (key === 'headers')
      this.#carrier =
        this.#message && 'headers' in this.#message
          ? this.#message.headers.get(name)?.value
          : undefined;
    else if (key === 'schema') this.#edge = this.#carrier?.schema;
    else {
      const [kind, inner] = union === '' ? [key, name || undefined] : [union, key];
      const found = this.#edge ? innerOf(this.#edge.schema) : [];
      this.#edge = found.find((one) => one.kind === kind && one.key === inner)?.edge;
    }
    return this.#edge?.component;
  }
}
