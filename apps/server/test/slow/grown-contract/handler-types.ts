// What handlers of the grown contract receive and return: lines that compile, and lines that do not.

export const HEAD = `import type { Int64, PetStatus } from '@animal-store/contract';
import type { HandlerRequest, HandlerResponse } from '../src/operations/handler.js';
declare const lists: HandlerRequest<'echoLists'>['query'];
declare const values: HandlerRequest<'echoValues'>['query'];
declare const headers: HandlerRequest<'echoHeaders'>['headers'];
declare const path: HandlerRequest<'echoPath'>['path'];
declare const settings: HandlerRequest<'echoSettings'>['body'];
declare const note: HandlerRequest<'echoNote'>['body'];
declare const account: HandlerRequest<'createAccount'>['body'];
declare const address: { city: string; zone: string };
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export type Id = Int64;
export type Status = PetStatus;
export type Create = HandlerResponse<'createAccount'>;
export type Delete = HandlerResponse<'deleteAccount'>;
export type Note = HandlerResponse<'echoNote'>;
export const saved = { id: 1n, name: 'a', createdAt: '' };
`;

/** Expressions and their types. Of bodies, the other types: test/types/grown. */
const RECEIVED: readonly (readonly [expression: string, type: string])[] = [
  ['lists.ids', 'readonly Int64[] | undefined'],
  ['lists.status', 'readonly PetStatus[] | undefined'],
  ['lists.sizes', 'readonly (1 | 2 | 3)[] | undefined'],
  ['lists.sort', "readonly ('id' | 'name' | 'status')[]"], // has a default
  ['values.price', 'number | undefined'],
  ['values.size', '1 | 2 | 3 | undefined'],
  ['values.maybeId', 'Int64 | null | undefined'],
  ['values.maybeStatus', 'PetStatus | null | undefined'],
  ['values.page', 'number'],
  ['values.verbose', 'boolean'],
  ['values.maybeRatio', 'number | null'], // a client may send null in place of the default
  ["headers['X-Tenant']", 'Int64 | undefined'],
  ["headers['X-Tags']", 'readonly string[] | undefined'],
  ["headers['X-Level']", '1 | 2 | 3'],
  ['path.size', '1 | 2'],
  ['settings.nested.until', 'string | null'],
  ['note?.text', 'string | undefined'],
  ['account.address?.door', 'string | undefined'],
  ['account.id', 'undefined'],
];

export const COMPILED: readonly string[] = [
  ...RECEIVED.map(
    ([expression, type], index) =>
      `const v${index} = ${expression}; export const t${index}: Same<typeof v${index}, ${type}> = true;`,
  ),
  "export const created: Create = { status: 201, body: saved, headers: { Location: '/' } };",
  "export const all: Create = { status: 201, body: { ...saved, address }, headers: { Location: '/', 'X-Account-Version': 1 } };",
  "export const queued: Create = { status: 202, body: { state: 'queued' } };",
  'export const deleted: Delete = { status: 204 };',
  'export const received: Note = { status: 200, body: { isSent: false } };',
];

export const REFUSED: readonly string[] = [
  "export const otherName = headers['x-tenant'];",
  "lists.sort.push('id');",
  'export const withoutHeader: Create = { status: 201, body: saved };',
  "export const wrongHeader: Create = { status: 201, body: saved, headers: { Location: '/', 'X-Account-Version': '1' } };",
  "export const otherHeader: Create = { status: 202, body: { state: 'queued' }, headers: { Location: '/' } };",
  "export const writeOnly: Create = { status: 201, body: { ...saved, password: 'a' }, headers: { Location: '/' } };",
  "export const withoutReadOnly: Create = { status: 201, body: { name: 'a' }, headers: { Location: '/' } };",
  'export const bodyOfOther: Create = { status: 202, body: saved };',
  'export const body: Delete = { status: 204, body: {} };',
  "export const ofMiddleware: Note = { status: 200, body: { isSent: true }, headers: { 'X-Request-Id': 'a' } };",
];
