// Request targets: path and query as sent.
import { cutTarget } from '../../src/http/index.js';

test.each([
  ['/v1/pets', '/pets', ''],
  ['/v1/pets?', '/pets', ''],
  ['/v1/pets?limit=5', '/pets', 'limit=5'],
  ['/v1?a=/v1/b?c', '', 'a=/v1/b?c'],
  ['/v1/a%3Fb#c', '/a%3Fb#c', ''],
])('when the target is %s, then path and query are as sent', (url, path, query) => {
  expect(cutTarget(url, '/v1'.length)).toEqual({ path, query });
});
