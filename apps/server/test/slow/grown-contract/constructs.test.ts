// Every construct that a contract may have, by support/grown-contract/requests.yaml, which the slow suite sends to a built service:
// the replies of the server, and the errors of the SDK's validators, which are the same.
import type { ErrorDetail } from '@animal-store/contract';
import { document } from '@animal-store/contract/document';
import type { ContractData } from '@animal-store/core/contract-data';
import { ApiError } from '@animal-store/core/errors';
import {
  type BodyJson,
  createRequestValidator,
  ErrorDetails,
  headerTexts,
  parseBody,
  readBodyValue,
} from '@animal-store/core/validation';
import { NewPetSchema, toIssues } from '@animal-store/sdk/schemas';
import { readContract } from '@animal-store/spec/model';
import { createContractData } from '@animal-store/spec/server';
import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { generateContract } from '../../support/generate-contract.js';
import { growContract } from '../../support/grown-contract/grow-contract.js';
import { grownHandlers } from '../../support/grown-contract/handlers.js';
import {
  CONSTRUCTS,
  differenceOf,
  HTTP_CASES,
  parseNumber,
  type SentCase,
  STORED,
  sendCase,
} from '../../support/grown-contract/http-cases.js';
import { randomRequests, STORE_REQUESTS } from '../../support/random-requests.js';
import type { RawResponse } from '../../support/raw-connection.js';
import { readTestContract } from '../../support/read-contract.js';
import { useSharedServer } from '../../support/use-server.js';
import { expectValidResponse } from '../../support/validate-response.js';

const RUNS = 600;

/** Only the second of two alternatives that match has the number. */
const LARGE_NUMBER = {
  method: 'PUT',
  target: '/growth/place',
  headers: [['Content-Type', 'application/json']] as [string, string][],
  body: '{"street":"A","latitude":9223372036854776000,"longitude":2}',
};

const grown = structuredClone(document);
growContract(grown);
const contract = readTestContract(grown);
const generated = generateContract(grown);
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
  if (sent.body instanceof Uint8Array) return undefined; // the SDK sends text
  const validators = generated.validators[operation.id] ?? { parameters: [] };
  const validate = createRequestValidator(operation, validators);
  const texts = { path: operation.match(path) ?? {}, query, header: headerTexts(headers) };
  const details = new ErrorDetails(generated.errorBounds);
  try {
    const json = sent.body ? readSentBody(sent.body, withText, details) : undefined;
    if (json?.isFullyScanned !== false) validate(texts, json, details);
    return details.all;
  } catch (error) {
    if (error instanceof ApiError) return [...(error.details ?? [])];
    throw error;
  }
}

function readSentBody(text: string, withText: boolean, details: ErrorDetails): BodyJson {
  return withText
    ? parseBody(text, details)
    : readBodyValue(parse(text, undefined, { parseNumber }), details);
}

/** What a client sends as this body; undefined if it is no JSON, or has a number that a client does not have. */
function exactValue(body: SentCase['body']): { value: unknown } | undefined {
  try {
    const value = parse(String(body), undefined, { parseNumber });
    return stringify(value) === body ? { value } : undefined;
  } catch {
    return undefined;
  }
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

test('when a contract is generated, then it is the one that is made in process', () => {
  const made = createContractData(readContract(grown));
  expect(toData(generated)).toEqual(toData(made));
  expect(Object.keys(made.rows).length).toBeGreaterThan(20);
  for (const [name, row] of Object.entries(made.rows))
    for (const body of [{}, { name: 1, tag: 'a' }, [], 'text', null, 1.5]) {
      const [one, other] = [generated.rows[name]?.validate, row.validate].map((validate) => [
        validate?.call({ accept() {} }, { body: structuredClone(body) }),
        validate?.errors?.map(({ keyword, instancePath }) => [keyword, instancePath]),
      ]);
      expect([name, body, one]).toEqual([name, body, other]);
    }
});

/** Without functions. */
function toData(data: ContractData): unknown {
  return JSON.parse(JSON.stringify(data));
}

test('when requests are edited at random, then the server and the validators find the same', async () => {
  await fc.assert(
    fc.asyncProperty(randomRequests(CASES), async ({ method, target, headers, body }) => {
      const lines = headers.map((header) => header.join(': '));
      const sent = { request: `${method} ${target}`, headers: lines, body };
      await expectSameDetails(sent);
      if (exactValue(body))
        expect(detailsOfValidator(sent, false)).toEqual(detailsOfValidator(sent));
    }),
    { numRuns: RUNS, examples: [[LARGE_NUMBER]] },
  );
});

test('when an animal is edited at random, then its schema has the details of the server as issues', async () => {
  const posts = STORE_REQUESTS.filter(({ request }) => request === 'POST /pets');
  await fc.assert(
    fc.asyncProperty(randomRequests(posts), async ({ body }) => {
      const sent = { request: 'POST /pets', headers: [], body };
      const details = detailsOfServer(await sendCase(server, sent));
      const sentPet = exactValue(body);
      fc.pre(details !== undefined && sentPet !== undefined);
      const { issues = [] } = NewPetSchema['~standard'].validate(sentPet?.value);
      expect({ body, issues }).toEqual({ body, issues: toIssues(details ?? [], sentPet?.value) });
    }),
    { numRuns: RUNS },
  );
});
