// Refused: what concerns the whole service: security, versions, servers, extensions, names.
import { add, all, remove, rename, set } from '../edit-contract.js';
import { toCases } from './refused-case.js';

const LIST = 'paths /pets get';
const ADD = 'paths /pets post';
const GET = 'paths /pets/{petId} get';
const SCHEMES = 'components securitySchemes';

const OPERATION = {
  operationId: 'onPet',
  summary: 'Animal added',
  description: 'An animal was added.',
  responses: { 200: { description: 'Received.' } },
};

export const SERVICE_CASES = toCases([
  [
    'a second bearer scheme',
    set(`${SCHEMES} adminAuth`, { type: 'http', scheme: 'bearer' }),
    `${SCHEMES} adminAuth`,
    /security A second security scheme is not supported.* Remove adminAuth/,
  ],
  [
    'an API key in the query',
    set(`${SCHEMES} bearerAuth`, { type: 'apiKey', in: 'query', name: 'key' }),
    `${SCHEMES} bearerAuth type`,
    /security .*`type: http` and `scheme: bearer`/,
  ],
  [
    'basic authentication',
    set(`${SCHEMES} bearerAuth scheme`, 'basic'),
    `${SCHEMES} bearerAuth scheme`,
    /security .*`scheme: bearer`/,
  ],
  [
    'OAuth',
    set(`${SCHEMES} bearerAuth`, {
      type: 'oauth2',
      flows: {
        clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { write: 'Write.' } },
      },
    }),
    `${SCHEMES} bearerAuth type`,
    /security .*`type: http`/,
  ],
  ['scopes', set('security 0 bearerAuth', ['write']), 'security', /security .*without scopes/],
  ['no security', remove('security'), 'openapi', /security The contract must require/],
  [
    'optional security',
    add('security', {}),
    'security',
    /security .*without scopes and alternatives/,
  ],
  [
    'security: [] on an operation',
    set(`${LIST} security`, []),
    `${LIST} security`,
    /security .*remove `security` here/,
  ],
  [
    'security of its own on an operation',
    set(`${LIST} security`, [{ bearerAuth: ['read'] }]),
    `${LIST} security`,
    /security .*remove `security` here/,
  ],
  [
    'webhooks',
    set('webhooks', { newPet: { post: OPERATION } }),
    'webhooks',
    /refused-fields `webhooks` .*sends no requests: add an operation/,
  ],
  [
    'callbacks',
    set(`${ADD} callbacks`, { added: { '{$request.body#/url}': { post: OPERATION } } }),
    `${ADD} callbacks`,
    /refused-fields `callbacks` .*sends no requests/,
  ],
  [
    'links',
    set(`${ADD} responses 201 links`, { self: { operationId: 'getPet' } }),
    `${ADD} responses 201 links`,
    /refused-fields `links` .*name the other operation in `description`/,
  ],
  [
    'a JSON Schema dialect',
    set('jsonSchemaDialect', 'https://json-schema.org/draft/2019-09/schema'),
    'jsonSchemaDialect',
    /refused-fields `jsonSchemaDialect`/,
  ],
  [
    'a major version that is not that of the address',
    set('info version', '2.0.0'),
    'servers 0 url',
    /api-version .*ends in \/v1, but the major of `info.version` is 2.*0029-second-version\.md/,
  ],
  [
    'a server URL without a version',
    all(
      set('servers 0 url', 'https://api.animal-store.example/api'),
      set('servers 1 url', 'https://staging.animal-store.example/api'),
    ),
    'servers 0 url',
    /api-version .*must end in the version segment \/v1/,
  ],
  [
    'servers of two versions',
    set('servers 1 url', 'https://staging.animal-store.example/v2'),
    'servers 1 url',
    /api-version .*Use \/v1: docs\/decisions\/0029-second-version\.md/,
  ],
  [
    'a server without a name',
    remove('servers 1 description'),
    'servers 1 url',
    /server-names The description of a server is its name in the SDK/,
  ],
  [
    'a server whose description is no name',
    set('servers 1 description', 'The staging server'),
    'servers 1 description',
    /server-names .*one word of letters, digits and hyphens, such as Staging/,
  ],
  [
    'two servers of one name',
    set('servers 1 description', 'production'),
    'servers 1 description',
    /server-names Two servers have the name "production"/,
  ],
  [
    'a path of another version',
    rename('paths /store/orders', '/v2/store/orders'),
    'paths /v2/store/orders',
    /api-version The version is a part of the server URL.*0029-second-version\.md/,
  ],
  [
    'a version that is no semantic version',
    set('info version', '1.0'),
    'info version',
    /api-version .*three numbers/,
  ],
  [
    'an unknown extension',
    set(`${LIST} x-cache-seconds`, 60),
    `${LIST} x-cache-seconds`,
    /known-extensions Unknown extension `x-cache-seconds`: nothing reads it\. Remove it/,
  ],
  [
    'an unknown stability',
    set(`${LIST} x-stability`, 'gamma'),
    `${LIST} x-stability`,
    /stability .*must be one of experimental, alpha, beta \(got "gamma"\)/,
  ],
  [
    'a flag that is no boolean',
    set(`${LIST} x-hideTryItPanel`, 'yes'),
    `${LIST} x-hideTryItPanel`,
    /struct Expected type `boolean` but got `string`/,
  ],
  [
    'an unknown extension of a schema',
    set('components schemas Pet x-go-type', 'Pet'),
    'components schemas Pet x-go-type',
    /known-extensions Unknown extension `x-go-type`/,
  ],
  [
    'an unknown extension among the paths',
    set('paths x-owner', 'me'),
    'paths x-owner',
    /known-extensions .*`x-owner`/,
  ],
  [
    'an extension where it is not read',
    set('components schemas Pet x-stability', 'beta'),
    'components schemas Pet x-stability',
    /known-extensions `x-stability` is allowed only on an operation/,
  ],
  [
    'an operationId that the SDK has taken',
    set(`${GET} operationId`, 'rateLimit'),
    `${GET} operationId`,
    /operation-names .*rateLimit is a member of the SDK's client\. Choose another/,
  ],
  [
    'an operationId that ends as the options of a list',
    set(`${GET} operationId`, 'listPetsInfinite'),
    `${GET} operationId`,
    /operation-names .*listPetsInfinite must not end in Infinite/,
  ],
  [
    'an operationId that every object has',
    set(`${GET} operationId`, 'valueOf'),
    `${GET} operationId`,
    /operation-names .*no reserved word/,
  ],
  [
    'an operationId that awaits',
    set(`${GET} operationId`, 'then'),
    `${GET} operationId`,
    /operation-names/,
  ],
  [
    'operationIds that differ only in case',
    set(`${GET} operationId`, 'listpets'),
    `${GET} operationId`,
    /operation-names The operationIds listPets and listpets differ only in case/,
  ],
  [
    'schemas that differ only in case',
    set('components schemas PETS', { type: 'string' }),
    'components schemas PETS',
    /schema-names The schemas Pets and PETS differ only in case/,
  ],
  [
    'a schema that cannot name a type',
    set('components schemas pet-food', { type: 'string' }),
    'components schemas pet-food',
    /schema-names The schema "pet-food" cannot name a type/,
  ],
]);
