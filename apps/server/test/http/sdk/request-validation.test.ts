// Validators of the SDK and the server's middlewares: the same request has the same error details in both.
import { document, type ErrorDetail } from '@animal-store/contract';
import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { compileValidators } from '../../support/compiled-validators.js';
import { BODY_REQUESTS } from '../../support/grown-contract/body-requests.js';
import { parseNumber } from '../../support/grown-contract/echo.js';
import { growContract } from '../../support/grown-contract/grow-contract.js';
import { grownHandlers } from '../../support/grown-contract/handlers.js';
import { PARAMETER_REQUESTS } from '../../support/grown-contract/parameter-requests.js';
import { jsonEdits } from '../../support/random-bodies.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { readContract } from '../../support/read-contract.js';
import { useSharedServer } from '../../support/use-server.js';

const RUNS = 400;

interface Sent {
  method: string;
  target: string;
  headers: readonly string[];
  body: string | undefined;
}

const grown = structuredClone(document);
growContract(grown);
const contract = readContract(grown);
const validators = compileValidators(grown);

const REQUESTS: Sent[] = [BODY_REQUESTS, PARAMETER_REQUESTS]
  .flatMap((constructs) => Object.values(constructs).flat())
  .map(([request, body, , , ...headers]) => {
    const [method = '', target = ''] = request.split(' ');
    return { method, target, headers, body };
  });

const server = useSharedServer({
  edit: (edited) => Object.assign(edited, grown),
  handlers: grownHandlers,
});

/** Undefined for a response that says nothing of the parameters and the body, such as a 415. */
async function detailsOfServer({ method, target, headers, body }: Sent) {
  const hasType = body === undefined || headers.some((line) => /^content-type:/i.test(line));
  const lines = [
    `Authorization: Bearer ${server.key}`,
    ...headers,
    ...(hasType ? [] : ['Content-Type: application/json']),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  const { status, text } = await sendRaw(
    server.url,
    formatRequest(`${method} /v1${target}`, lines, body),
  );
  if (status < 300) return [];
  return status === 400 ? (JSON.parse(text) as { details: ErrorDetail[] }).details : undefined;
}

/** @returns undefined if the request is for no operation, or for one whose handler has errors of its own. */
function detailsOfValidator(sent: Sent, withText: boolean): ErrorDetail[] | undefined {
  const [path = '', query = ''] = sent.target.split(/\?(.*)/s);
  const operation = contract.operations.find(
    (one) => one.method === sent.method.toLowerCase() && one.match(path),
  );
  if (!operation || operation.parameters.some(({ name }) => name === 'cursor')) return undefined;
  const headers = new Headers();
  for (const line of sent.headers) {
    const [, name = '', value = ''] = /^([^:]+): *(.*)$/s.exec(line) ?? [];
    if (headers.has(name)) return undefined; // fetch joins them
    headers.append(name, value);
  }
  return validators.get(operation.id)?.({
    path: operation.match(path) ?? {},
    query,
    headers,
    ...(sent.body &&
      (withText
        ? { bodyText: sent.body }
        : { body: parse(sent.body, undefined, { parseNumber }) })),
  }).details;
}

async function expectSame(sent: Sent): Promise<void> {
  const expected = detailsOfValidator(sent, true);
  if (expected === undefined) return;
  const details = await detailsOfServer(sent);
  if (details !== undefined) expect({ ...sent, details }).toEqual({ ...sent, details: expected });
}

test('when a request has a construct of the grown contract, then its details are the same', async () => {
  for (const sent of REQUESTS) await expectSame(sent);
});

test('when bodies of every shape are edited at random, then their details are the same', async () => {
  const texts = REQUESTS.filter(({ body }) => body && !/1e400/.test(body));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), jsonEdits, async (sent, edit) => {
      const body = stringify(edit(parse(sent.body ?? 'null', undefined, { parseNumber })));
      const edited = { ...sent, body };
      await expectSame(edited);
      expect(detailsOfValidator(edited, false)).toEqual(detailsOfValidator(edited, true));
    }),
    { numRuns: RUNS },
  );
});

test('when parameters of every type are edited at random, then their details are the same', async () => {
  const part = fc.constantFrom(
    ...['&', '=', ',', '0', '-', '1e400', '9223372036854775808', '9007199254740993', '%', '%2C'],
    ...['%00', 'null', 'true', 'x', '.', '&x=1', '+', '2026-02-30', '~', '%F0%9F%90%B6', ''],
  );
  const cut = fc.record({ at: fc.nat(1000), length: fc.nat(3), part });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...REQUESTS.filter(({ body }) => body === undefined)),
      fc.array(cut, { minLength: 1, maxLength: 3 }),
      async (sent, cuts) => {
        const replace = (text: string) =>
          cuts.reduce((current, { at, length, part: inserted }) => {
            const start = at % (current.length + 1);
            return current.slice(0, start) + inserted + current.slice(start + length);
          }, text);
        const [path = '', query] = sent.target.split(/\?(.*)/s);
        const target = query === undefined ? path : `${path}?${replace(query)}`;
        const headers = sent.headers.map((line) =>
          line.replace(/: *(.*)$/s, (_text, content: string) => `: ${replace(content).trim()}`),
        );
        await expectSame({ ...sent, target, headers });
      },
    ),
    { numRuns: RUNS },
  );
});
