// Requests with parameters of every type, in each place.
import type { Row } from './http-case.js';
import * as parameters from './parameter-cases.js';

const received = (part: 'query' | 'headers', values: object) => ({
  json: { query: {}, path: {}, headers: {}, [part]: values },
});

export const PARAMETER_REQUESTS = {
  'lists in a query': [
    ...parameters.LISTS.map(
      ([query, values]): Row => [
        `GET /growth/lists?${query}`,
        undefined,
        200,
        received('query', { ...parameters.LIST_DEFAULTS, ...values }),
      ],
    ),
    ...parameters.INVALID_LISTS.map(
      ([query, errors]): Row => [`GET /growth/lists?${query}`, undefined, 400, { errors }],
    ),
  ],
  'booleans, numbers, dates, enums, null in a query': [
    ...parameters.VALUES.map(
      ([query, values]): Row => [
        `GET /growth/values?${query}`,
        undefined,
        200,
        received('query', { ...parameters.VALUE_DEFAULTS, ...values }),
      ],
    ),
    ...parameters.INVALID_VALUES.map(
      ([query, error]): Row => [
        `GET /growth/values?${query}`,
        undefined,
        400,
        { errors: [`/${query.split('=')[0]} ${error}`] },
      ],
    ),
  ],
  headers: [
    ...parameters.HEADERS.map(
      ([lines, values]): Row => [
        'GET /growth/headers',
        undefined,
        200,
        received('headers', { ...parameters.HEADER_DEFAULTS, ...values }),
        ...lines,
      ],
    ),
    ...parameters.INVALID_HEADERS.map(
      ([lines, errors]): Row => ['GET /growth/headers', undefined, 400, { errors }, ...lines],
    ),
  ],
  'one name in several places': [
    [
      'PUT /growth/items/9007199254740993?name=q',
      '{"id":-9007199254740993,"name":"b"}',
      200,
      {
        json: {
          query: { name: 'q' },
          path: { id: 9007199254740993n },
          headers: {},
          body: { id: -9007199254740993n, name: 'b' },
        },
      },
    ],
    ['PUT /growth/items/1', '{}', 400, { errors: ['/id required'] }],
    ['PUT /growth/items/0x10', '{"id":"1"}', 400, { errors: ['/id type', '/id type'] }],
    [
      'PUT /growth/items/1/label?notify=true',
      '{"label":"a"}',
      200,
      {
        json: {
          query: { notify: true },
          path: { id: 1 },
          headers: { 'X-Tenant': 5 },
          body: { label: 'a' },
        },
      },
      'X-Tenant: 5',
    ],
    [
      'PUT /growth/items/1/label?label=a',
      '{"label":"","notify":true}',
      400,
      { errors: ['/X-Tenant required', '/label min_length', '/label unknown', '/notify unknown'] },
    ],
  ],
} satisfies Record<string, readonly Row[]>;
