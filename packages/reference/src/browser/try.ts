// Live calls: the texts of a form, sent by the SDK or, on a page without one, by fetch, and the reply as it was received.
import type { AnimalStore } from '@animal-store/sdk';
import { type SentParameter, toRequest } from '../operations/request.js';
import { highlight } from '../text/code.js';
import { html } from '../text/html.js';

/** Revivers get the source text of numbers, and raw JSON takes it back: not in every browser. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
const { url: serviceUrl = '', sdk = '' } = document.documentElement.dataset;
/** The API key is only here. */
export const state = { key: '', baseUrl: new URL(serviceUrl, location.href).href };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Kept while the key stays the same: it learns the quota of the key from replies, and waits for it. */
let client: { store: AnimalStore; key: string } | undefined;
/** The durations of the last attempt, by operation. */
const durationsMs = new Map<string, number>();

export function startTrying(): void {
  const onToggle = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const template = target.querySelector<HTMLTemplateElement>('.try > template');
    template?.replaceWith(template.content);
  };
  document.addEventListener('toggle', onToggle, { capture: true }); // it does not bubble
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void send(event.target);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const buttons = form.querySelectorAll<HTMLButtonElement>('.buttons button');
  const [, abort] = buttons;
  const status = form.querySelector('output');
  const live = form.querySelector('.live');
  if (!abort || !status || !live) return;
  const swapButtons = () => {
    for (const button of buttons) button.hidden = !button.hidden;
  };
  const controller = new AbortController();
  const { signal } = controller;
  abort.onclick = () => controller.abort();
  swapButtons();
  live.replaceChildren();
  status.textContent = 'Sending …';
  try {
    const fetch = await readFetch(form.dataset.operation);
    const { url, ...init } = readForm(form);
    const response = await fetch(url, { ...init, signal });
    live.innerHTML = renderReply(response, await response.text(), form.dataset.operation);
    status.textContent = '';
  } catch (error) {
    status.textContent = signal.aborted
      ? 'Aborted.'
      : String(error instanceof Error ? error.message : error);
  }
  swapButtons();
}

/** @throws Error if there is no key, or if the SDK refuses it. */
async function readFetch(operation = ''): Promise<AnimalStore['fetch']> {
  const { key, baseUrl } = state;
  if (key === '') {
    document.querySelector<HTMLElement>('#key')?.focus();
    throw new Error('Enter an API key at the top of the page.');
  }
  if (sdk === '') return withKey(key, operation);
  if (client?.key === key) return client.store.fetch;
  const url = new URL(sdk, location.href).href;
  const { AnimalStore }: typeof import('@animal-store/sdk') = await import(url);
  const store = new AnimalStore({
    apiKey: key,
    baseUrl,
    dangerouslyAllowBrowser: true, // it is the reader's own key, and only in the memory of this page
    onDeprecated: () => {}, // the page says so itself
    onWait: ({ operation, retryAt }) => {
      const status = document.querySelector(`form[data-operation="${operation}"] output`);
      if (status)
        status.textContent = `Waiting for the quota until ${retryAt.toLocaleTimeString()} …`;
    },
    onResponse: ({ operation, durationMs }) => durationsMs.set(operation, durationMs),
  });
  client = { store, key };
  return store.fetch;
}

/** One attempt, which does not wait for the quota. */
function withKey(key: string, operation: string): typeof fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${key}`);
    const startMs = performance.now();
    const response = await fetch(url, { ...init, headers });
    durationsMs.set(operation, performance.now() - startMs);
    return response;
  };
}

/** Fields without a text are not sent. Others are sent as they are: the service says what is wrong with them. */
function readForm(form: HTMLFormElement) {
  const { method = '', path = '' } = form.dataset;
  const fields = [...form.querySelectorAll<Field>('[data-in]')].filter(({ value }) => value !== '');
  const parameters = fields.map(({ value, dataset }): SentParameter => {
    const { name = '', in: location = '', list } = dataset;
    return { name, in: location, list, texts: list ? value.split('\n') : [value] };
  });
  const { url, headers } = toRequest(path, parameters);
  const body = form.querySelector<HTMLTextAreaElement>('[data-media-type]');
  if (!body?.value) return { url: state.baseUrl + url, method, headers };
  headers['Content-Type'] = body.dataset.mediaType ?? '';
  return { url: state.baseUrl + url, method, headers, body: body.value };
}

function renderReply({ status, headers }: Response, text: string, operation = ''): string {
  const lines = Array.from(headers, ([name, value]) => `${name}: ${value}`);
  const left = headers.get('x-ratelimit-remaining');
  const quota = left !== null && ` · ${left} of ${headers.get('x-ratelimit-limit')} requests left`;
  return html`<p><strong data-status="${status}">${status}</strong> ${Math.round(durationsMs.get(operation) ?? 0)} ms${quota}</p>
    <details><summary>Headers</summary><pre tabindex="0">${lines.join('\n')}</pre></details>
    <pre class="body" tabindex="0">${highlight(formatJson(text))}</pre>`.text;
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
