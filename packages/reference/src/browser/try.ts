// Live calls: the values of a form as the SDK takes them, sent by the SDK, and the reply as it was received.
import type { AnimalStore } from '@animal-store/sdk';
import { highlight } from '../highlight.js';
import { escapeMarkup } from '../html.js';
import { formatJson, parseJson } from './json.js';
import { state } from './state.js';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Call = (argument: object, options: object) => Promise<unknown>;

interface Reply {
  response: Response;
  text: string;
  durationMs: number;
}

interface Client {
  store: AnimalStore;
  key: string;
  /** Of the last attempt. */
  reply: Reply | undefined;
}

/** The SDK waits for the quota that a client knows of, so each form keeps its own. */
const clients = new WeakMap<HTMLFormElement, Client>();

export function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.try form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
}

async function send(form: HTMLFormElement): Promise<void> {
  const [submit, abort] = form.querySelectorAll('button');
  const status = form.querySelector('output');
  const live = form.querySelector<HTMLElement>('.live');
  if (!submit || !abort || !status || !live) return;
  const controller = new AbortController();
  abort.onclick = () => controller.abort();
  submit.disabled = true;
  abort.hidden = false;
  live.hidden = true;
  status.textContent = 'Sending …';
  let client: Client | undefined;
  let failure = '';
  try {
    client = await clientOf(form, status);
    const { argument, idempotencyKey } = readForm(form);
    const call = Reflect.get(client.store, form.dataset.operation ?? '') as Call;
    await call(argument, { signal: controller.signal, ...(idempotencyKey && { idempotencyKey }) });
  } catch (error) {
    failure = controller.signal.aborted
      ? 'Aborted.'
      : error instanceof Error
        ? error.message
        : String(error);
  } finally {
    submit.disabled = false;
    abort.hidden = true;
  }
  status.textContent = client?.reply ? '' : failure;
  if (client?.reply && !controller.signal.aborted) show(live, client.reply);
  else status.textContent = failure;
}

/** @throws Error if there is no key, or if the SDK refuses it. */
async function clientOf(form: HTMLFormElement, status: HTMLElement): Promise<Client> {
  if (state.key === '') {
    document.querySelector<HTMLElement>('#key')?.focus();
    throw new Error('Enter an API key at the top of the page.');
  }
  const known = clients.get(form);
  if (known?.key === state.key) {
    known.reply = undefined;
    return known;
  }
  const { AnimalStore } = (await import(
    new URL(document.documentElement.dataset.sdk ?? '', document.baseURI).href
  )) as typeof import('@animal-store/sdk');
  const store = new AnimalStore({
    apiKey: state.key,
    baseUrl: state.baseUrl,
    dangerouslyAllowBrowser: true, // it is the reader's own key, and only in the memory of this page
    onDeprecated: () => {}, // the page says so itself
    onWait: ({ retryAt }) => {
      status.textContent = `Waiting for the quota until ${retryAt.toLocaleTimeString()} …`;
    },
    fetch: async (input, init) => {
      const startMs = performance.now();
      const response = await fetch(input, init);
      const text = await response.clone().text();
      client.reply = { response, text, durationMs: performance.now() - startMs };
      return response;
    },
  });
  const client: Client = { store, key: state.key, reply: undefined };
  clients.set(form, client);
  return client;
}

/** @throws SyntaxError for a body that is no JSON. */
function readForm(form: HTMLFormElement): { argument: object; idempotencyKey: string } {
  const parts: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {} };
  let body: unknown;
  let idempotencyKey = '';
  for (const field of form.querySelectorAll<Field>('[data-in]')) {
    const { in: location = '', type = '', list } = field.dataset;
    const text = field.value;
    if (text === '') continue;
    const part = parts[location];
    if (location === 'body') body = parseJson(text);
    else if (location === 'idempotency') idempotencyKey = text;
    else if (part)
      part[field.name] =
        list === undefined
          ? toValue(text, type)
          : text.split('\n').map((item) => toValue(item, type));
  }
  const { path, query, header } = parts;
  const argument =
    form.dataset.structured === undefined
      ? { ...path, ...query, ...header, ...Object(body) }
      : Object.fromEntries(
          Object.entries({ path, query, headers: header, body }).filter(
            ([, part]) =>
              part !== undefined && (part === body || Object.keys(part as object).length > 0),
          ),
        );
  return { argument, idempotencyKey };
}

/** Text that is none of the type is sent as it is: the SDK says what is wrong with it. */
function toValue(text: string, type: string): unknown {
  if (type === 'boolean') return text === 'true';
  if (type === 'string') return text;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function show(live: HTMLElement, { response, text, durationMs }: Reply): void {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const left = response.headers.get('x-ratelimit-remaining');
  const limit = response.headers.get('x-ratelimit-limit');
  const facts = [
    `${Math.round(durationMs)} ms`,
    ...(left === null ? [] : [`${left} of ${limit} requests left`]),
  ];
  live.innerHTML = `<p><strong class="status-${String(response.status).charAt(0)}">${response.status}</strong> ${escapeMarkup(facts.join(' · '))}</p>
    <details><summary>Headers</summary><pre tabindex="0">${escapeMarkup(headers)}</pre></details>
    <pre class="body" tabindex="0">${highlight(formatJson(text)).text}</pre>`;
  live.hidden = false;
}
