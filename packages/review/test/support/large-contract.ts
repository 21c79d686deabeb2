// Large contracts for tests: the fixture with many more operations.
import { isMap, parseDocument } from 'yaml';

const COLLECTION = '/pets';
const ITEM = '/pets/{petId}';

/** @param count how many operations to add: copies of those on animals, with paths and names of their own. */
export function withOperations(contract: string, count: number): string {
  const document = parseDocument(contract);
  let added = 0;
  for (let number = 1; added < count; number++)
    for (const path of [COLLECTION, ITEM]) {
      const original = document.getIn(['paths', path]);
      if (!isMap(original)) throw new Error(`the contract has no ${path}`);
      const item = original.clone(); // keeps quotation marks
      if (!isMap(item)) continue;
      for (const { key: method } of item.items) {
        const keys = [String(method), 'operationId'];
        item.setIn(keys, `${item.getIn(keys)}${number}`);
        added += 1;
      }
      document.setIn(['paths', path.replace(COLLECTION, `/copies${number}`)], item);
    }
  return document.toString({ lineWidth: 0 });
}
