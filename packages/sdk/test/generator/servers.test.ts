import { renderServers } from '../../generator/render-operations.js';

test('when servers are rendered, then their names are lower case, and the version is the end of their URLs', () => {
  const text = renderServers([
    { description: 'EU-Live', url: 'https://eu.example/api/v12' },
    { description: 'Staging', url: 'https://staging.example/api/v12' },
  ]);
  expect(text).toContain(
    'SERVERS = {"eu-live":"https://eu.example/api/v12","staging":"https://staging.example/api/v12"};',
  );
  expect(text).toContain("VERSION_SEGMENT = '/v12'");
});
