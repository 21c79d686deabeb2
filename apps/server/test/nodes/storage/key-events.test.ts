// The audit log of keys in both databases.
import { userInfo } from 'node:os';
import { hashApiKey } from '@animal-store/engine/internal/keys/api-key';
import { issueKey, rotateKey } from '../../support/api-keys.js';
import { collect } from '../../support/collect.js';
import { describeEachStore } from '../../support/each-store.js';

const DAY_MS = 86_400_000;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);

describeEachStore((context) => {
  test('when a key is changed, then its history has each change in order, with the values before and after', async () => {
    const { keys } = context.store;
    const settings = { name: 'Ann', plan: 'free', quota: undefined, isReadOnly: true };
    const { id } = await issueKey(keys, settings, Date.now());
    const expiresMs = Date.now() + DAY_MS;
    const quota = { perMinute: 5, perDay: 50 };
    await keys.update(id, () => ({ name: 'Bea', plan: 'enterprise', quota }), Date.now());
    await keys.update(id, () => ({ expiresMs }), Date.now());
    await rotateKey(keys, id, Date.now(), DAY_MS);
    await keys.liftBans(id, Date.now());
    await keys.revoke(id, Date.now());
    const events = await collect(keys.history(id));
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      [
        'create',
        {
          name: { before: null, after: 'Ann' },
          plan: { before: null, after: 'free' },
          readOnly: { before: null, after: true },
        },
      ],
      [
        'update',
        {
          name: { before: 'Ann', after: 'Bea' },
          plan: { before: 'free', after: 'enterprise' },
          perMinute: { before: null, after: 5 },
          perDay: { before: null, after: 50 },
        },
      ],
      ['update', { expires: { before: null, after: TIME } }],
      ['rotate', { oldSecretsExpire: { before: null, after: TIME } }],
      ['unban', { bansLifted: { before: null, after: TIME } }],
      ['revoke', { revoked: { before: null, after: TIME } }],
    ]);
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([userInfo().username]));
    const times = events.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('when nothing changes, then there is no event', async () => {
    const { keys } = context.store;
    const { id } = await issueKey(
      keys,
      { name: 'Ann', plan: 'free', quota: undefined },
      Date.now(),
    );
    await keys.update(id, () => ({ plan: 'free', name: 'Ann', expiresMs: undefined }), Date.now());
    await keys.revoke(id, Date.now());
    await keys.revoke(id, Date.now() + 1_000);
    await rotateKey(keys, id, Date.now(), 0);
    await keys.liftBans(id, Date.now());
    expect((await collect(keys.history(id))).map(({ action }) => action)).toEqual([
      'create',
      'revoke',
    ]);
  });

  test('when keys are changed, then no event has a secret, its hash, or the event of another key', async () => {
    const { keys } = context.store;
    const settings = { name: 'Ann', plan: 'free', quota: undefined };
    const first = await issueKey(keys, settings, Date.now());
    const second = await issueKey(keys, settings, Date.now());
    const rotated = await rotateKey(keys, first.id, Date.now(), 0);
    expect(await collect(keys.history(first.id))).toHaveLength(2);
    expect(await collect(keys.history(second.id))).toHaveLength(1);
    expect(await collect(keys.history('key_unknown'))).toEqual([]);
    expect((await collect(keys.history())).map(({ keyId }) => keyId)).toEqual([
      first.id,
      second.id,
      first.id,
    ]);
    expect(await collect(keys.list(Date.now(), 'Ann'))).toHaveLength(2);
    expect(await collect(keys.list(Date.now(), 'An'))).toEqual([]);
    const text = JSON.stringify(await context.query('SELECT * FROM key_events'));
    for (const key of [first.key, second.key, rotated?.key ?? '']) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(hashApiKey(key).toString('hex'));
    }
  });
});
