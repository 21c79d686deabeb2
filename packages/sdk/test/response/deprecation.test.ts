// Deprecation notices and warnings.
import { connect, connectWith, REX } from '../support/connect.js';
import { json } from '../support/scripted-server.js';

const OLD = { Deprecation: '@1795132800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };
const LINK = { Link: '</v1/pets>; rel="successor-version"' };
const REMOVAL = 'is deprecated and may be removed on or after 2030-12-05.';

test.each([
  ['@1795132800', new Date('2026-11-20')],
  ['@99999999999999999', undefined],
])(
  'when two calls are deprecated since %s, then onDeprecated gets one notice',
  async (Deprecation, since) => {
    const onDeprecated = jest.fn();
    const response = json(200, REX, { ...OLD, ...LINK, Deprecation });
    const { store } = await connectWith({ onDeprecated }, response);
    await store.getPet({ petId: 1 });
    await store.getPet({ petId: 2 });
    const sunset = new Date('2030-12-05');
    const notice = { operation: 'getPet', since, sunset, successor: '/v1/pets' };
    expect(onDeprecated.mock.calls).toEqual([[notice]]);
  },
);

test.each([
  ['a deprecated operation', LINK, `getPet ${REMOVAL} Use /v1/pets instead.`],
  ['a deprecated parameter', {}, `getPet, or what was sent to it, ${REMOVAL}`],
])(
  'when there is no onDeprecated, then the console gets one warning of %s',
  async (_name, link, text) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { store } = await connect(json(200, REX, { ...OLD, ...link }));
    await store.getPet({ petId: 1 });
    await store.getPet({ petId: 1 });
    expect(warn.mock.calls).toEqual([[`animal-store: ${text}`]]);
    warn.mockRestore();
  },
);
