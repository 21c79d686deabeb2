// Pending replies: those of a turn of the event loop leave together at its end. A write wakes the receiver, unless it is still
// busy with the one before, and that takes longer than most of the work for a short request. Redis does the same.
import type { ServerResponse } from 'node:http';
import { atTurnEnd, currentTurn } from '../lib/event-loop-turn.js';

/** They do not wait for the end of a long turn: over this number, or this time since the first one. */
const MAX_PENDING = 64;
const MAX_WAIT_MS = 2;

let pending: { res: ServerResponse; text: string | undefined }[] = [];
let firstMs = 0;

/** Ends a reply whose head has been written. */
export function endReply(res: ServerResponse, text: string | undefined): void {
  const nowMs = performance.now();
  const count = pending.push({ res, text });
  if (count === 1) {
    firstMs = nowMs;
    if (currentTurn() === undefined) process.nextTick(endAll);
    else atTurnEnd('reply', endAll);
  } else if (count === MAX_PENDING || nowMs - firstMs > MAX_WAIT_MS) endAll();
}

function endAll(): void {
  const replies = pending;
  pending = [];
  for (const { res, text } of replies) res.end(text);
}
