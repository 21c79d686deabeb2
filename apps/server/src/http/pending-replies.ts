// Pending replies: those of a turn of the event loop leave together at its end. A write wakes the receiver, which takes up to a
// third of the time of a short request, unless it is still busy with the write before. Redis does the same before it sleeps.
import type { ServerResponse } from 'node:http';
import { atTurnEnd, currentTurn } from '../lib/event-loop-turn.js';

/** Over this number they leave before the turn ends, so that the first one waits for about two milliseconds at most. */
const MAX_PENDING = 64;

let pending: { res: ServerResponse; text: string | undefined }[] = [];

/** Ends a reply whose head has been written. */
export function endReply(res: ServerResponse, text: string | undefined): void {
  pending.push({ res, text });
  if (pending.length === MAX_PENDING) endAll();
  else if (pending.length === 1) {
    if (currentTurn() === undefined) process.nextTick(endAll);
    else atTurnEnd('reply', endAll);
  }
}

function endAll(): void {
  const replies = pending;
  pending = [];
  for (const { res, text } of replies) res.end(text);
}
