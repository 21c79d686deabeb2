// Tabs: the clients of one key in the pages and workers of an origin tell each other what remains of its quota.
import { type Clock, elapsedMs } from '../clock.js';
import type { ApiErrorInit } from '../errors.js';
import type { Remaining } from '../response/rate-limit.js';
import { isBrowser } from './api-key.js';

/** A client that has been silent for longer does not share the quota. Older messages come from a page that was frozen. */
const ACTIVE_MS = 5_000;

export interface TabNews {
  report?: readonly Remaining[] | undefined;
  /** A 429, and how long it still applies. */
  refusal?: Omit<ApiErrorInit, 'headers'> & { headers: [string, string][]; waitMs: number };
}

interface Message extends TabNews {
  /** `question`: a client has been opened, and wants an `answer`. That of a client that does not use the quota is no `news`. */
  kind: 'question' | 'answer' | 'news';
  sender: string;
  /** By the machine's clock. */
  sentMs: number;
}

export interface TabListener {
  hear(news: TabNews): void;
  /** What a client that has been opened must know. */
  answer(): TabNews;
}

/** Elsewhere, an open channel would keep the process alive. */
export const mayHaveTabs = () => isBrowser() && 'BroadcastChannel' in globalThis;

export class Tabs {
  readonly #clock: Clock;
  readonly #listener: TabListener;
  readonly #id = Math.random().toString(36);
  /** When each other client last used the quota. */
  readonly #activeMs = new Map<string, number>();
  #channel: BroadcastChannel | undefined;
  #postedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, listener: TabListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  /** The channel has a hash of the key for a name. */
  join(baseUrl: string, apiKey: string): void {
    const name = `animal-store-sdk/1 ${baseUrl} ${hash(apiKey)}`;
    if (!mayHaveTabs() || this.#channel?.name === name) return;
    this.#channel?.close();
    const channel: BroadcastChannel & { unref?(): void } = new BroadcastChannel(name);
    channel.unref?.(); // jsdom in Node.js
    const tabs = new WeakRef(this); // a channel is never collected, but the client may be
    channel.onmessage = ({ data }) => {
      const self = tabs.deref();
      if (self) self.#receive(data);
      else channel.close();
    };
    this.#channel = channel;
    this.#post('question', {});
  }

  /** Before a response, so that others which begin at the same time count this client as active. */
  announce(): void {
    if (this.isUnnoticed) this.#post('news', {});
  }

  post(news: TabNews): void {
    if (!this.#channel) return;
    this.#postedMs = elapsedMs(this.#clock);
    this.#post('news', news);
  }

  /** The clients that use the quota now, with this one. */
  get activeCount(): number {
    const nowMs = elapsedMs(this.#clock);
    return [...this.#activeMs.values()].filter((ms) => nowMs - ms < ACTIVE_MS).length + 1;
  }

  /** Whether there are other clients, which do not count this one among the active. */
  get isUnnoticed(): boolean {
    return this.#activeMs.size > 0 && elapsedMs(this.#clock) - this.#postedMs >= ACTIVE_MS;
  }

  #receive({ kind, sender, sentMs, ...news }: Message): void {
    if (Math.abs(this.#clock.now() - sentMs) > ACTIVE_MS) return;
    if (kind !== 'answer') this.#activeMs.set(sender, elapsedMs(this.#clock));
    if (kind === 'question') this.#post('answer', this.#listener.answer());
    else this.#listener.hear(news);
  }

  #post(kind: Message['kind'], news: TabNews): void {
    const message: Message = { ...news, kind, sender: this.#id, sentMs: this.#clock.now() };
    this.#channel?.postMessage(message);
  }
}

/** FNV-1a. Its 32 bits say too little of a key, which has 178 random ones, to find it. `crypto.subtle` needs HTTPS. */
function hash(text: string): string {
  let bits = 0x811c9dc5;
  for (const char of text) bits = Math.imul(bits ^ char.charCodeAt(0), 0x01000193);
  return (bits >>> 0).toString(36);
}
