// Owns what nodes tell one another: that one of them has admitted more of a subject than its share of the window. If Redis
// went away now, the others could not give their own shares away without exceeding the quota together.
import type { Overdrawn } from './account.js';
import type { Accounts } from './accounts.js';
import type { Client } from './connect.js';

const CHANNEL = 'animal-store:overdrawn';
/** Nodes that come back together are all told at once. */
const GATHER_MS = 100;
const NEVER: Overdrawn = { minute: 0, day: 0 };

export class Overdrafts {
  readonly #id: string;
  readonly #client: Client;
  readonly #accounts: Accounts;
  readonly #ofOthers = new Map<string, Overdrawn>();
  #isListening = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(id: string, client: Client, accounts: Accounts) {
    this.#id = id;
    this.#client = client;
    this.#accounts = accounts;
  }

  /** Whether nothing that is told now will be missed. */
  get isListening(): boolean {
    return this.#isListening;
  }

  async listen(subscriber: Client): Promise<void> {
    subscriber.on('message', (_channel: string, text: string) => this.#hear(text));
    subscriber.on('close', () => {
      this.#isListening = false;
    });
    await this.#subscribe(subscriber);
    subscriber.on('ready', () => {
      this.#subscribe(subscriber).catch(() => {}); // then it is not ready, and will be again
    });
  }

  tell(subject: string, { minute, day }: Overdrawn): void {
    this.#say(`${minute} ${day} ${subject}`);
  }

  /** For those who may have missed it. */
  tellAgain(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const [subject, { overdrawn }] of this.#accounts.all()) {
        if (overdrawn) this.tell(subject, overdrawn);
      }
    }, GATHER_MS).unref();
  }

  ofOthers(subject: string): Overdrawn {
    return this.#ofOthers.get(subject) ?? NEVER;
  }

  sweep(nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000);
    const day = Math.floor(nowMs / 86_400_000);
    for (const [subject, told] of this.#ofOthers) {
      if (told.minute < minute && told.day < day) this.#ofOthers.delete(subject);
    }
  }

  /** Then asks for what was told before. */
  async #subscribe(subscriber: Client): Promise<void> {
    await subscriber.subscribe(CHANNEL);
    this.#isListening = true;
    this.#say('?');
  }

  #say(what: string): void {
    this.#client.publish(CHANNEL, `${this.#id} ${what}`).catch(() => {}); // when Redis is back it is told again
  }

  #hear(text: string): void {
    const [, id, what, minute, day, subject] = /^(\S+) (\?|(\d+) (\d+) (.+))$/s.exec(text) ?? [];
    if (id === this.#id) return;
    if (what === '?') this.tellAgain();
    if (subject === undefined) return;
    const before = this.ofOthers(subject);
    this.#ofOthers.set(subject, {
      minute: Math.max(before.minute, Number(minute)),
      day: Math.max(before.day, Number(day)),
    });
  }
}
