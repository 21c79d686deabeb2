// The mock against the conformance vectors, which the server has to pass too.
import { runVector, vectorsOf } from '@animal-store/contract/conformance';
import { document } from '@animal-store/contract/document';
import { createMockFetch } from '../../src/testing.js';

/** 2026-11-20T10:00:00Z, the start of a UTC minute. */
const START_MS = Date.UTC(2026, 10, 20, 10);
const { pathname: basePath } = new URL(document.servers[0].url);

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(START_MS));
afterEach(() => jest.restoreAllMocks());

const vectors = vectorsOf('mock').map((vector) => [vector.name, vector] as const);

test.each(vectors)('%s', async (_, vector) => {
  const { seeds, quota } = vector;
  const options: object = { ...seeds, ...(quota && { quota }) };
  const mock = createMockFetch(options);
  const differences = await runVector(vector, {
    baseUrl: `https://mock.example${basePath}`,
    keys: {
      live: 'as_live_one',
      other: 'as_live_two',
      publishable: 'as_pub_one',
      invalid: 'as_dead_one',
    },
    fetch: mock,
    advance: (seconds) => mock.clock.advance(seconds * 1000),
  });
  expect(differences).toEqual([]);
});

test('when a vector is for the server alone, then the mock does not get it', () => {
  const rule = { name: 'a rule', only: 'server', exchanges: [] } as const;
  expect(vectorsOf('mock', [rule])).toEqual([]);
  expect(vectorsOf('server', [rule])).toEqual([rule]);
});
