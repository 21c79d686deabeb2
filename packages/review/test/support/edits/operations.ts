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
    level: 'major',
    says: /`\/pets\/\{petId\}` was removed/,
  },
  {
    name: 'an added operation',
    edit: set('paths /pets/{petId} delete', {
      operationId: 'deletePet',
      responses: { 204: { description: 'Gone.' } },
    }),
    level: 'minor',
    says: /DELETE \/pets\/\{petId\}: added/,
  },
  {
    name: 'an operation renamed',
    edit: set(`${GET} operationId`, 'fetchPet'),
    level: 'major',
    says: /`operationId` .* changed from 'getPet' to 'fetchPet'/,
  },
  {
    name: 'an operation deprecated',
    edit: set(`${LIST} deprecated`, true),
    level: 'minor',
    says: /`deprecated`/,
  },
  {
    name: 'a server URL removed',
    edit: remove('servers 1'),
    level: 'major',
    says: /Server `https:\/\/staging.animal-store.example\/v1` was removed/,
  },
  {
    name: 'a server URL changed',
    edit: set('servers 0 url', 'https://api.animal-store.example/v2'),
    level: 'major',
    says: /became `https:\/\/api.animal-store.example\/v2`/,
  },
  {
    name: 'another word in a summary',
    edit: set(`${LIST} summary`, 'List the animals'),
    level: 'patch',
    says: /`summary` was reworded/,
  },
  { name: 'another example', edit: set(`${LIMIT} example`, 10), level: 'patch', says: /`example`/ },
  { name: 'nothing', edit: () => {}, level: undefined, says: /^$/ },
  {
    name: 'nothing but the version',
    edit: set('info version', '1.0.1'),
    level: undefined,
    says: /^$/,
  },
  {
    name: 'an order may lack a field (experimental)',
    edit: set(`${SCHEMAS} Order required`, ['id']),
    level: 'minor',
    says: /no longer required/,
  },
  {
    name: 'the orders removed (experimental)',
    edit: remove('paths /store/orders'),
    level: 'minor',
    says: /was removed/,
  },
  {
    name: 'an experimental operation becomes stable',
    edit: remove(`${ORDERS} x-stability`),
    level: 'minor',
    says: /x-stability.*removed/,
  },
  {
    name: 'an experimental operation without security',
    edit: set(`${ORDERS} security`, []),
    level: 'major',
    says: /listOrders: security/,
  },
  {
    name: 'an operation moved to another server URL',
    edit: set(`${LIST} servers`, [{ url: 'https://other.animal-store.example/v1' }]),
    level: 'major',
    says: /GET \/pets › servers: added/,
    why: /another URL/,
  },
  {
    name: 'a path moved to another server URL',
    edit: set('paths /pets servers', [{ url: 'https://other.animal-store.example/v1' }]),
    level: 'major',
    says: /^\/pets › servers: added/,
    why: /another URL/,
  },
  {
    name: 'a moved operation moved back',
    before: set(`${LIST} servers`, [{ url: 'https://other.animal-store.example/v1' }]),
    edit: remove(`${LIST} servers`),
    level: 'major',
    says: /servers/,
  },
  {
    name: 'another tag',
    edit: set(`${LIST} tags`, ['store']),
    level: 'patch',
    says: /`tags` changed/,
  },
  { name: 'a tag removed', edit: remove('tags 1'), level: 'patch', says: /tags › 1: removed/ },
  { name: 'no licence', edit: remove('info license'), level: 'patch', says: /license: removed/ },
  {
    name: 'an example removed',
    edit: remove(`${LIMIT} example`),
    level: 'patch',
    says: /`example` removed/,
  },
  {
    name: 'try-it shown on the reference page',
    edit: remove(`${ORDERS} x-hideTryItPanel`),
    level: 'patch',
    says: /x-hideTryItPanel/,
  },
];
