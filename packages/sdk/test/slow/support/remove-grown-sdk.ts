// Global teardown of the slow suite.
import { rmSync } from 'node:fs';

export default function removeGrownSdk(): void {
  const tree = process.env.GROWN_SDK_TREE;
  if (tree !== undefined) rmSync(tree, { recursive: true, force: true });
}
