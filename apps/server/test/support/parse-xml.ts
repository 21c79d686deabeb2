// Strict XML parser: elements with their namespace, attributes and text.
import { SaxesParser } from 'saxes';

export interface XmlElement {
  namespace: string;
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

/** @throws an Error if the text is not well-formed. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { namespace: '', name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value]);
    const element = { namespace: uri, name: local, text: '', children: [] };
    const complete = { ...element, attributes: Object.fromEntries(values) };
    open.at(-1)?.children.push(complete);
    open.push(complete);
  });
  parser.on('text', (part) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  const [first] = root.children;
  if (first === undefined) throw new Error('the XML has no element');
  return first;
}
