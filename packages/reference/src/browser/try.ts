// Live calls: the values of a form as the SDK takes them, sent by the SDK, and the reply as it was received.
import type { AnimalStore } from '@animal-store/sdk';
import { type CallValue, toArgument } from '../call-argument.js';
import { highlight } from '../code.js';
import { html } from '../html.js';
import { state } from './state.js';

/** Revivers get the source text of numbers, and raw JSON takes it back: not in every browser. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Call = (argument: object, options: object) => Promise<unknown>;

/** The SDK waits for the quota that a client knows of, so each form keeps its own. */
const clients = new WeakMap<HTMLFormElement, { store: AnimalStore; key: string }>();

export function startTrying(): void {
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(event.target as HTMLFormElement);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const [submit, abort] = form.querySelectorAll('button');
  const status = form.querySelector('output');
  const live = form.querySelector<HTMLElement>('.live');
  if (!submit || !abort || !status || !live) return;
  const controller = new AbortController();
  const { signal } = controller;
  abort.onclick = () => controller.abort();
  const setSending = (isSending: boolean) => {
    submit.disabled = isSending;
    abort.hidden = !isSending;
  };
  setSending(true);
  live.replaceChildren();
  status.textContent = 'Sending …';
  let failure = '';
  try {
    const store = await storeOf(form, status, live);
    const { argument, options } = readForm(form);
    const call = Reflect.get(store, form.dataset.operation ?? '') as Call;
    await call(argument, { ...options, signal });
  } catch (error) {
    failure = signal.aborted ? 'Aborted.' : (error as Error).message;
  }
  setSending(false);
  if (signal.aborted) live.replaceChildren();
  status.textContent = live.hasChildNodes() ? '' : failure;
}

/** @throws Error if there is no key, or if the SDK refuses it. */
async function storeOf(
  form: HTMLFormElement,
  status: HTMLElement,
  live: HTMLElement,
): Promise<AnimalStore> {
  const { key, baseUrl } = state;
  if (key === '') {
    document.querySelector<HTMLElement>('#key')?.focus();
    throw new Error('Enter an API key at the top of the page.');
  }
  const known = clients.get(form);
  if (known?.key === key) return known.store;
  const { AnimalStore } = (await import(
    new URL(document.documentElement.dataset.sdk ?? '', document.baseURI).href
  )) as typeof import('@animal-store/sdk');
  const store = new AnimalStore({
    apiKey: key,
    baseUrl,
    dangerouslyAllowBrowser: true, // it is the reader's own key, and only in the memory of this page
    onDeprecated: () => {}, // the page says so itself
    onWait: ({ retryAt }) => {
      status.textContent = `Waiting for the quota until ${retryAt.toLocaleTimeString()} …`;
    },
    fetch: async (input, init) => {
      const startMs = performance.now();
      const response = await fetch(input, init);
      const text = await response.clone().text();
      live.innerHTML = renderReply(response, text, performance.now() - startMs);
      return response;
    },
  });
  clients.set(form, { store, key });
  return store;
}

/** @throws SyntaxError for a body that is no JSON. */
function readForm(form: HTMLFormElement): { argument: object; options: object } {
  const values = Array.from(form.querySelectorAll<Field>('[data-in]'))
    .filter(({ value }) => value !== '')
    .map(({ name, value, dataset: { in: place = '', type, list } }): CallValue => {
      if (list === undefined) return [place, name, toValue(value, type)];
      return [place, name, value.split('\n').map((item) => toValue(item, type))];
    });
  const inCall = values.filter(([place]) => place === 'call');
  const { body, ...options } = Object.fromEntries(inCall.map(([, ...entry]) => entry));
  const isStructured = form.dataset.structured !== undefined;
  return { argument: toArgument(values, body, isStructured), options };
}

/** Text that is none of the type is sent as it is: the SDK says what is wrong with it. */
function toValue(text: string, type: string | undefined): unknown {
  if (type === 'json') return parseJson(text);
  if (type === 'boolean') return text === 'true';
  if (type === 'string') return text;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function renderReply({ status, headers }: Response, text: string, durationMs: number): string {
  const lines = Array.from(headers, ([name, value]) => `${name}: ${value}`);
  const left = headers.get('x-ratelimit-remaining');
  const quota = left !== null && ` · ${left} of ${headers.get('x-ratelimit-limit')} requests left`;
  return html`<p><strong data-status="${status}">${status}</strong> ${Math.round(durationMs)} ms${quota}</p>
    <details><summary>Headers</summary><pre tabindex="0">${lines.join('\n')}</pre></details>
    <pre class="body" tabindex="0">${highlight(formatJson(text))}</pre>`.text;
}

/** @throws SyntaxError. A browser that cannot tell the digits leaves a rounded number, which the SDK refuses. */
function parseJson(text: string): unknown {
  const revive: Reviver = (_key, value, { source } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
      ? BigInt(source ?? '')
      : value;
  return JSON.parse(text, revive);
}

/** Indented, with the digits as they are. Text that is no JSON stays as it is. */
function formatJson(text: string): string {
  const keep: Reviver = (_key, value, { source } = {}) =>
    typeof value === 'number' && source !== undefined ? rawJSON?.(source) : value;
  try {
    return rawJSON ? JSON.stringify(JSON.parse(text, keep), undefined, 2) : text;
  } catch {
    return text;
  }
}
