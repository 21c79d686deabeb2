// Every construct that a contract may have, by support/grown-contract/requests.yaml, which the slow suite sends to a built service:
// the replies of the server, and the errors of the SDK's validators, which are the same.
import { document, type ErrorDetail } from '@animal-store/contract';
import { NewPetSchema, toIssues } from '@animal-store/sdk/schemas';
import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { compileValidators } from '../support/compiled-validators.js';
import { growContract } from '../support/grown-contract/grow-contract.js';
import { grownHandlers } from '../support/grown-contract/handlers.js';
import {
  CONSTRUCTS,
  differenceOf,
  HTTP_CASES,
  parseNumber,
  type SentCase,
  STORED,
  sendCase,
} from '../support/grown-contract/http-cases.js';
import { jsonEdits } from '../support/random-bodies.js';
import type { RawResponse } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
import { useSharedServer } from '../support/use-server.js';
import { expectValidResponse } from '../support/validate-response.js';

const RUNS = 400;

const grown = structuredClone(document);
growContract(grown);
const contract = readContract(grown);
const validators = compileValidators(grown);
const CASES = HTTP_CASES.filter(({ construct }) => construct !== STORED);

const server = useSharedServer({
  edit: (edited) => Object.assign(edited, grown),
  handlers: grownHandlers,
});

/** Undefined for a response that says nothing of the parameters and the body, such as a 415. */
function detailsOfServer({ status, text }: RawResponse): ErrorDetail[] | undefined {
  if (status < 300) return [];
  return status === 400 && text !== '' ? JSON.parse(text).details : undefined;
}

/** @returns undefined if the request is for no operation, or for one whose handler has errors of its own. */
function detailsOfValidator(sent: SentCase, withText = true): ErrorDetail[] | undefined {
  const [method = '', target = ''] = sent.request.split(' ');
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const operation = contract.operations.find(
    (one) => one.method === method.toLowerCase() && one.match(path),
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

async function expectSameDetails(sent: SentCase): Promise<RawResponse> {
  const reply = await sendCase(server, sent);
  const expected = detailsOfValidator(sent);
  const details = detailsOfServer(reply);
  if (expected !== undefined && details !== undefined)
    expect({ ...sent, details }).toEqual({ ...sent, details: expected });
  return reply;
}

test.each(CONSTRUCTS.filter((construct) => construct !== STORED))(
  'when a contract has %s, then each case has its reply, and its errors in the SDK',
  async (construct) => {
    const cases = CASES.filter((one) => one.construct === construct);
    expect(cases.length).toBeGreaterThan(1);
    for (const one of cases) {
      const [method = '', path = ''] = one.request.split(' ');
      // the second GET is from the validation cache
      for (let time = 0; time < (method === 'GET' ? 2 : 1); time += 1) {
        const reply = await expectSameDetails(one);
        expect(differenceOf(one, reply)).toBeUndefined();
        const json = reply.text === '' ? undefined : JSON.parse(reply.text);
        expectValidResponse(contract, method, path, { ...reply, json });
      }
    }
  },
);

test('when bodies of every shape are edited at random, then their details are the same', async () => {
  const texts = CASES.filter(({ body }) => body && !/1e400/.test(body));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), jsonEdits, async (sent, edit) => {
      const body = stringify(edit(parse(sent.body ?? 'null', undefined, { parseNumber })));
      const edited = { ...sent, body };
      await expectSameDetails(edited);
      expect(detailsOfValidator(edited, false)).toEqual(detailsOfValidator(edited));
    }),
    { numRuns: RUNS },
  );
});

test('when an animal is edited at random, then its schema has the details of the server as issues', async () => {
  await fc.assert(
    fc.asyncProperty(jsonEdits, async (edit) => {
      const body = stringify(edit({ name: 'Rex', categoryId: 1, status: 'sold' }));
      const pet = parse(body ?? '', undefined, { parseNumber });
      const reply = await sendCase(server, { request: 'POST /pets', headers: [], body });
      const { issues = [] } = NewPetSchema['~standard'].validate(pet);
      const expected = toIssues(detailsOfServer(reply) ?? [], pet);
      expect({ body, issues }).toEqual({ body, issues: expected });
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
      fc.constantFrom(...CASES.filter(({ body }) => body === undefined)),
      fc.array(cut, { minLength: 1, maxLength: 3 }),
      async (sent, cuts) => {
        const replace = (text: string) =>
          cuts.reduce((current, { at, length, part: inserted }) => {
            const start = at % (current.length + 1);
            return current.slice(0, start) + inserted + current.slice(start + length);
          }, text);
        const [path = '', query] = sent.request.split(/\?(.*)/s);
        const request = query === undefined ? path : `${path}?${replace(query)}`;
        const headers = sent.headers.map((line) =>
          line.replace(/: *(.*)$/s, (_text, content: string) => `: ${replace(content).trim()}`),
        );
        await expectSameDetails({ request, headers });
      },
    ),
    { numRuns: RUNS },
  );
});
