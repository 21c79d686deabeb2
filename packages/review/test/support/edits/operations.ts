// Edits of whole operations, server URLs and documentation.
import { remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const LIST = 'paths /pets get';
const GET = 'paths /pets/{petId} get';
const ORDERS = 'paths /store/orders get';
const SCHEMAS = 'components schemas';
const LIMIT = 'components parameters Limit';

export const OPERATIONS: EditCase[] = [
  {
    name: 'an operation removed',
    edit: remove('paths /pets/{petId}'),
    wire: 'major',
    source: 'major',
    says: /`\/pets\/\{petId\}` was removed/,
  },
  {
    name: 'an added operation',
    edit: set('paths /pets/{petId} delete', {
      operationId: 'deletePet',
      responses: { 204: { description: 'Gone.' } },
    }),
    wire: 'minor',
    source: 'minor',
    says: /DELETE \/pets\/\{petId\}: added/,
  },
  {
    name: 'an operation renamed',
    edit: set(`${GET} operationId`, 'fetchPet'),
    wire: 'none',
    source: 'major',
    says: /`operationId` .* changed from 'getPet' to 'fetchPet'/,
  },
  {
    name: 'an operation deprecated',
    edit: set(`${LIST} deprecated`, true),
    wire: 'minor',
    source: 'patch',
    says: /`deprecated`/,
  },
  {
    name: 'a server URL removed',
    edit: remove('servers 1'),
    wire: 'major',
    source: 'major',
    says: /Server `https:\/\/staging.animal-store.example\/v1` was removed/,
  },
  {
    name: 'a server URL changed',
    edit: set('servers 0 url', 'https://api.animal-store.example/v2'),
    wire: 'major',
    source: 'major',
    says: /became `https:\/\/api.animal-store.example\/v2`/,
  },
  {
    name: 'an environment renamed',
    edit: set('servers 1 description', 'Preview'),
    wire: 'none',
    source: 'major',
    says: /`description`/,
    why: /SDK users select the environment/,
  },
  {
    name: 'an environment written in another case',
    edit: set('servers 1 description', 'STAGING'),
    wire: 'none',
    source: 'patch',
    says: /`description`/,
  },
  {
    name: 'another word in a summary',
    edit: set(`${LIST} summary`, 'List the animals'),
    wire: 'none',
    source: 'patch',
    says: /`summary` was reworded/,
  },
  {
    name: 'another example',
    edit: set(`${LIMIT} example`, 10),
    wire: 'none',
    source: 'patch',
    says: /`example`/,
  },
  { name: 'nothing', edit: () => {}, wire: 'none', source: 'none', says: /^$/ },
  {
    name: 'nothing but the version',
    edit: set('info version', '1.0.1'),
    wire: 'none',
    source: 'none',
    says: /^$/,
  },
  {
    name: 'an order may lack a field (experimental)',
    edit: set(`${SCHEMAS} Order required`, ['id']),
    wire: 'minor',
    source: 'minor',
    says: /no longer required/,
  },
  {
    name: 'the orders removed (experimental)',
    edit: remove('paths /store/orders'),
    wire: 'minor',
    source: 'minor',
    says: /was removed/,
  },
  {
    name: 'an experimental operation becomes stable',
    edit: remove(`${ORDERS} x-stability`),
    wire: 'minor',
    source: 'patch',
    says: /x-stability.*removed/,
  },
  {
    name: 'an experimental operation without security',
    edit: set(`${ORDERS} security`, []),
    wire: 'major',
    source: 'none',
    says: /listOrders: security/,
  },
  {
    name: 'an operation moved to another server URL',
    edit: set(`${LIST} servers`, [{ url: 'https://other.animal-store.example/v1' }]),
    wire: 'major',
    source: 'patch',
    says: /GET \/pets › servers: added/,
    why: /another URL/,
  },
  {
    name: 'a path moved to another server URL',
    edit: set('paths /pets servers', [{ url: 'https://other.animal-store.example/v1' }]),
    wire: 'major',
    source: 'patch',
    says: /^\/pets › servers: added/,
    why: /another URL/,
  },
  {
    name: 'a moved operation moved back',
    before: set(`${LIST} servers`, [{ url: 'https://other.animal-store.example/v1' }]),
    edit: remove(`${LIST} servers`),
    wire: 'major',
    source: 'major',
    says: /servers/,
  },
  {
    name: 'another tag',
    edit: set(`${LIST} tags`, ['store']),
    wire: 'none',
    source: 'patch',
    says: /`tags` changed/,
  },
  {
    name: 'a tag removed',
    edit: remove('tags 1'),
    wire: 'none',
    source: 'patch',
    says: /tags › 1: removed/,
  },
  {
    name: 'no licence',
    edit: remove('info license'),
    wire: 'none',
    source: 'patch',
    says: /license: removed/,
  },
  {
    name: 'an example removed',
    edit: remove(`${LIMIT} example`),
    wire: 'none',
    source: 'patch',
    says: /`example` removed/,
  },
  {
    name: 'try-it shown on the reference page',
    edit: remove(`${ORDERS} x-hideTryItPanel`),
    wire: 'none',
    source: 'patch',
    says: /x-hideTryItPanel/,
  },
];
