// The works, in the order in which they are done.
import { largeWork } from './large.js';
import { memoryWork } from './memory.js';
import { refusedWork } from './refused.js';
import { sharingWork } from './sharing.js';
import { startWork } from './start.js';
import { tailWork } from './tail.js';
import { throughputWorks } from './throughput.js';
import type { Work } from './work.js';

export const WORKS: readonly Work[] = [
  ...throughputWorks,
  tailWork,
  refusedWork,
  startWork,
  memoryWork,
  largeWork,
  sharingWork,
];
