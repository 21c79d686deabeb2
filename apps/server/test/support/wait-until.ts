// Waiting for what no event announces.
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(PAUSE_MS);
}
