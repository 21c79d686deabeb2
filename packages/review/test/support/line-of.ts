// Lines of a contract's text.
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** The line of a key of an object, or of an item of an array. */
export function lineOf(text: string, path: string): number {
  const lineCounter = new LineCounter();
  const contract = parseDocument(text, { lineCounter });
  const keys = path.split(' ');
  const last = keys.at(-1) ?? '';
  const parent: unknown =
    keys.length === 1 ? contract.contents : contract.getIn(keys.slice(0, -1), true);
  let node: unknown;
  if (isMap(parent))
    node = parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)?.key;
  else if (isSeq(parent)) node = parent.items[Number(last)];
  if (!isNode(node)) throw new Error(`the contract has no ${path}`);
  return lineCounter.linePos(node.range?.[0] ?? 0).line;
}
