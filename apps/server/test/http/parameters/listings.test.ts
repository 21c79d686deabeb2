// Listings whose filters are lists, booleans, null and 64-bit integers.
import { growContract } from '../../support/growth/grow-contract.js';
import { parameterHandlers } from '../../support/growth/parameter-handlers.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { errorLocations, fetchAllPages, idsOf, nextOf } from '../operations/helpers.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    edit: (contract) => growContract(contract, 'parameters.yaml'),
    handlers: parameterHandlers,
  });
});
afterAll(() => server.close());

const BIG = '9007199254740993';

test.each<[string, number[]]>([
  ['', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['ids=2&ids=4&ids=9', [2, 4, 9]],
  [`ids=2&ids=${BIG}&ids=4&ids=9`, [2, 4, 9]],
  ['isOdd=true', [1, 3, 5, 7, 9]],
  ['isOdd=', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['above=6', [7, 8, 9]],
  ['tags=a%2Cb,c%20d&isOdd=false&above=-9223372036854775808', [2, 4, 6, 8]],
  ['tags=', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('when the filter is %s, then the next links lead through all its pages', async (filter, ids) => {
  const pages = await fetchAllPages(server, `/growth/pages?limit=2&${filter}`);
  expect(idsOf(...pages)).toEqual(ids);
  for (const page of pages.slice(0, -1)) {
    const link = new URLSearchParams(nextOf(page)?.split('?')[1]);
    const sent = [...new URLSearchParams(filter)].sort();
    const repeated = [...link].filter(([name]) => name !== 'limit' && name !== 'cursor').sort();
    expect(repeated).toEqual(sent);
  }
});

test('a link keeps the commas that separate items apart from those inside of them', async () => {
  const page = await server.call('/growth/pages?limit=2&tags=a%2Cb,c');
  expect(nextOf(page)).toMatch(/^\/growth\/pages\?tags=a%2Cb,c&limit=2&cursor=/);
});

test.each([
  ['ids=1&ids=2&ids=3', 'ids=1&ids=2'],
  ['ids=1&ids=2&ids=3', 'ids=3&ids=2&ids=1'],
  ['tags=a,b', 'tags=a%2Cb'],
  ['tags=a,b', 'tags='],
  ['isOdd=', ''],
  [`above=-${BIG}`, 'above=-9007199254740992'],
])('when the cursor of %s is used with %s, then it is a 400', async (filter, other) => {
  const next = nextOf(await server.call(`/growth/pages?limit=1&${filter}`)) ?? '';
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor');
  const reply = await server.call(`/growth/pages?limit=1&${other}&cursor=${cursor}`);
  expect(errorLocations(reply)).toEqual(['query /cursor']);
});
