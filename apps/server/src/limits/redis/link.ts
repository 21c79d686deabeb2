// Owns whether Redis is asked at all, and how long an answer is waited for.
//
// The time has to be Redis' own, not that of a busy machine. So few commands are under way at once, the others wait here;
// and time is counted in ticks of a timer, each with a look into the socket behind it: a process that does not get to run
// for a while has one late tick, and whatever kept it from running has kept Redis from it, too.

const TICK_MS = 5;
/** Four are 20 ms at least: a request that waited longer would be felt by its caller. */
const PATIENCE_TICKS = 4;
const MOST_UNDER_WAY = 32;
const SLOW_IN_A_ROW = 5;
const PROBE_MS = 250;

export interface Command<Answer> {
  key: string;
  send(): Promise<Answer>;
  /** How one that was too slow ended: undefined if it failed. */
  late?(answer: Answer | undefined): void;
}

/** `slow`: it was sent and may still be answered; `failed`: it was not sent, or is over. */
export type Reply<Answer> = { answer: Answer } | 'slow' | 'failed';

export interface LinkEvents {
  wentAway(why: 'slow' | { error: unknown }): void;
  cameBack(awayMs: number): void;
  /** Does what tells whether commands on the key work again. */
  probe(key: string): Promise<unknown>;
}

interface Waiting {
  sentTick: number;
  giveUp(): void;
}

interface Away {
  sinceMs: number;
  /** That of the command it showed by: in a cluster, others may work. */
  key: string;
  timer: NodeJS.Timeout;
}

export class Link {
  readonly #events: LinkEvents;
  /** Those whose callers still wait, the oldest first. */
  readonly #patient: Waiting[] = [];
  /** Commands that were not sent yet. */
  readonly #queue: (() => void)[] = [];
  #slowInARow = 0;
  #ticks = 0;
  #ticker: NodeJS.Timeout | undefined;
  #away: Away | undefined;
  #isClosed = false;

  constructor(events: LinkEvents) {
    this.#events = events;
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** Never rejects. */
  ask<Answer>(command: Command<Answer>): Promise<Reply<Answer>> {
    return new Promise((resolve) => {
      const start = () => {
        if (this.#away || this.#isClosed) resolve('failed');
        else this.#send(command, resolve);
      };
      if (this.#patient.length < MOST_UNDER_WAY) start();
      else this.#queue.push(start);
    });
  }

  /** The connection is lost, though nobody may have asked just now. */
  lose(error: Error, key: string): void {
    this.#goAway({ error }, key);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    clearInterval(this.#away?.timer);
    this.#letGo();
  }

  #send<Answer>(command: Command<Answer>, reply: (reply: Reply<Answer>) => void): void {
    let isOverdue = false;
    const waiting = {
      sentTick: this.#ticks,
      giveUp: () => {
        isOverdue = true;
        this.#slowInARow += 1;
        if (this.#slowInARow >= SLOW_IN_A_ROW) this.#goAway('slow', command.key);
        reply('slow');
        this.#queue.shift()?.();
      },
    };
    const end = () => {
      if (isOverdue) return;
      this.#patient.splice(this.#patient.indexOf(waiting), 1);
      this.#queue.shift()?.();
    };
    this.#patient.push(waiting);
    // The event loop reads its sockets between the two.
    this.#ticker ??= setInterval(() => setImmediate(() => this.#tick()), TICK_MS);
    command.send().then(
      (answer) => {
        end();
        if (isOverdue) return command.late?.(answer);
        this.#slowInARow = 0;
        reply({ answer });
      },
      (error: unknown) => {
        this.#goAway({ error }, command.key);
        end();
        if (isOverdue) command.late?.(undefined);
        else reply('failed');
      },
    );
  }

  #tick(): void {
    this.#ticks += 1;
    let [oldest] = this.#patient;
    while (oldest !== undefined && this.#ticks - oldest.sentTick > PATIENCE_TICKS) {
      this.#patient.shift();
      oldest.giveUp();
      [oldest] = this.#patient;
    }
    if (oldest !== undefined) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #goAway(why: 'slow' | { error: unknown }, key: string): void {
    if (this.#away || this.#isClosed) return;
    const timer = setInterval(() => this.#probe(), PROBE_MS).unref();
    this.#away = { sinceMs: performance.now(), key, timer };
    this.#events.wentAway(why);
    this.#letGo();
  }

  #letGo(): void {
    for (const start of this.#queue.splice(0)) start();
  }

  /** Whether or not the last one was answered: only one that is in time counts. */
  #probe(): void {
    const away = this.#away;
    if (!away) return;
    this.#send({ key: away.key, send: () => this.#events.probe(away.key) }, (reply) => {
      if (typeof reply === 'object' && this.#away === away) this.#comeBack(away);
    });
  }

  #comeBack({ sinceMs, timer }: Away): void {
    clearInterval(timer);
    this.#away = undefined;
    this.#slowInARow = 0;
    this.#events.cameBack(performance.now() - sinceMs);
  }
}
