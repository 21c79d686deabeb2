import { connect, connectWith, REX } from '../support/connect.js';
import { json } from '../support/scripted-server.js';

const SUNSET = { Deprecation: '@1795132800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };

test.each([
  ['@1795132800', new Date('2026-11-20')],
  ['@99999999999999999', undefined],
])(
  'when two calls are deprecated since %s, then onDeprecated gets one notice',
  async (Deprecation, since) => {
    const onDeprecated = jest.fn();
    const { store } = await connectWith(
      { onDeprecated },
      json(200, REX, { ...SUNSET, Deprecation, Link: '</v1/pets>; rel="successor-version"' }),
    );
    await store.getPet({ petId: 1 });
    await store.getPet({ petId: 2 });
    expect(onDeprecated.mock.calls).toEqual([
      [
        {
          operation: 'getPet',
          since,
          sunset: new Date('2030-12-05'),
          successor: '/v1/pets',
        },
      ],
    ]);
  },
);

test.each([
  [
    'a deprecated operation',
    { ...SUNSET, Link: '</v1/pets>; rel="successor-version"' },
    'getPet is deprecated and may be removed on or after 2030-12-05. Use /v1/pets instead.',
  ],
  [
    'a deprecated parameter',
    SUNSET,
    'getPet, or what was sent to it, is deprecated and may be removed on or after 2030-12-05.',
  ],
])(
  'when there is no onDeprecated, then the console gets one warning of %s',
  async (_name, headers, text) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const { store } = await connect(json(200, REX, headers));
    await store.getPet({ petId: 1 });
    await store.getPet({ petId: 1 });
    expect(warn.mock.calls).toEqual([[`animal-store: ${text}`]]);
    warn.mockRestore();
  },
);
