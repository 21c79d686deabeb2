// Waiter: a call in the rate-limit queue, and the notices of its waits.

/** The smallest change of a wait's end of which a call is told again. */
const MIN_CHANGE_MS = 1_000;

/** @param retryAtMs The elapsed time at which the service accepts requests again or, with `pace`, when the attempt is sent. */
export type WaitListener = (retryAtMs: number) => unknown;

export interface Waiter {
  /** Number of the call. Retries keep it, so the oldest call runs first. */
  sequence: number;
  /** Number of the attempt among those started; undefined until it may be sent. */
  ticket: number | undefined;
  start(ticket: number): void;
  reject(reason: unknown): void;
  /** Calls `onWait`, unless it knows that time. */
  notify: WaitListener;
  /** Resolves to the ticket when the attempt may be sent, and all promises of `onWait` have resolved. */
  turn: Promise<number>;
}

export function createWaiter(sequence: number, onWait: WaitListener | undefined): Waiter {
  const notices: Promise<unknown>[] = [];
  let notifiedMs = 0;
  let settle: Pick<Waiter, 'start' | 'reject'> | undefined;
  const started = new Promise<number>((resolve, reject) => {
    settle = { start: resolve, reject };
  });
  const waiter: Waiter = {
    sequence,
    ticket: undefined,
    start(ticket) {
      waiter.ticket = ticket;
      settle?.start(ticket);
    },
    reject: (reason) => settle?.reject(reason),
    notify(retryAtMs) {
      if (!onWait || retryAtMs - notifiedMs < MIN_CHANGE_MS) return;
      notifiedMs = retryAtMs;
      const notice = Promise.resolve(retryAtMs).then(onWait); // later, because the hook may make a call
      notice.catch(waiter.reject);
      notices.push(notice);
    },
    turn: started.then((ticket) => Promise.all(notices).then(() => ticket)),
  };
  return waiter;
}
