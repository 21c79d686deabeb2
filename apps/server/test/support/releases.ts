// Releases for tests of the page of changes and its feed.
import type { Release } from '@animal-store/reference';
import { operationIds } from './contract-values.js';

const [id = ''] = operationIds();

export const RELEASES: readonly Release[] = [
  {
    version: '2.0.0',
    date: '2027-01-01T00:00:00Z',
    sentences: ['A page has at most 50 items: `limit` is lower.', 'Orders <are> gone & forgotten.'],
    changes: [
      {
        wire: 'major',
        source: 'patch',
        message: "GET /pets › limit › schema: Upper bound changed from '<= 100' to '<= 50'.",
        why: 'A request that was valid may be rejected.',
        operations: [id, 'listUnicorns'],
      },
      {
        wire: 'minor',
        source: 'none',
        message: '`x-max-body-bytes` changed from 16384 to 65536. ]]> \u0000 \uD800',
        why: 'More is accepted.',
        operations: [],
      },
    ],
  },
  { version: '1.0.0', date: '2026-11-20T09:00:00Z', sentences: [], changes: [] },
];
