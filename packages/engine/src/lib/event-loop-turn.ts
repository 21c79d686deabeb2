// A turn of the event loop, as requests see it: those that have arrived are read, their replies are written together, and then
// their writes are committed. Commits are last because they block the process.

type Step = 'reply' | 'commit';

let callbacks: Record<Step, (() => void)[]> = { reply: [], commit: [] };
let isReading = false;
let turn = 0;

/** Called when a request arrives, before it waits for anything. */
export function noteArrival(): void {
  if (isReading) return;
  isReading = true;
  turn += 1;
  atTurnEnd('reply', () => {
    isReading = false;
  });
}

/** The number of the turn in which requests are being read. Undefined outside of it, as after a commit. */
export function currentTurn(): number | undefined {
  return isReading ? turn : undefined;
}

/** @param callback It must not throw. Those that are added at the end of a turn run at the end of the next one. */
export function atTurnEnd(step: Step, callback: () => void): void {
  if (callbacks.reply.length + callbacks.commit.length === 0) setImmediate(endTurn);
  callbacks[step].push(callback);
}

function endTurn(): void {
  const { reply, commit } = callbacks;
  callbacks = { reply: [], commit: [] };
  for (const callback of reply) callback();
  for (const callback of commit) callback();
}
