// Keys in both databases: a changed key keeps all its secrets, on every node that heeds the change.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hashApiKey } from '@animal-store/engine/internal/keys/api-key';
import { noteArrival } from '@animal-store/engine/internal/lib/event-loop-turn';
import type { KeyChanges, KeyRestrictions } from '@animal-store/engine/internal/model';
import { type IssuedKey, issueKey, rotateKey } from '../../support/api-keys.js';
import { collect } from '../../support/collect.js';
import { describeEachStore } from '../../support/each-store.js';

const FREE = { name: 'test', plan: 'free', quota: undefined };
const HOUR_MS = 3_600_000;
const NEVER: KeyChanges = { expiresMs: undefined };

describeEachStore((context) => {
  const issue = (restrictions: Partial<KeyRestrictions> = {}) =>
    issueKey(context.store.keys, { ...FREE, ...restrictions }, Date.now());
  const update = ({ id }: IssuedKey, changes: KeyChanges, nowMs = Date.now()) =>
    context.store.keys.update(id, () => changes, nowMs);
  const callerOf = ({ key }: IssuedKey, nowMs = Date.now()) =>
    context.store.keys.find(hashApiKey(key), nowMs);
  const recordOf = ({ id }: IssuedKey) => context.store.keys.get(id, Date.now());
  const expireIn = (ms: number): KeyChanges => ({ expiresMs: Date.now() + ms });
  async function rotate({ id }: IssuedKey, overlapMs = HOUR_MS): Promise<IssuedKey> {
    const rotated = await rotateKey(context.store.keys, id, Date.now(), overlapMs);
    if (rotated === undefined) throw new Error('the key was not rotated');
    return rotated;
  }

  test('when a key changes name or plan, then it is found with the new one, and keeps all else', async () => {
    const restrictions = { isReadOnly: true, origins: ['https://shop.example'] };
    const issued = await issue(restrictions);
    const before = await recordOf(issued);
    expect(await callerOf(issued)).toMatchObject({ plan: 'free', quota: undefined });
    const changes = { name: 'other', plan: 'enterprise', quota: { perMinute: 7, perDay: 70 } };
    expect(await update(issued, changes)).toBe(true);
    const { name: _, ...found } = changes;
    expect(await callerOf(issued)).toMatchObject({ ...found, ...restrictions });
    expect(await recordOf(issued)).toEqual({ ...before, ...changes });
    await update(issued, FREE);
    expect(await recordOf(issued)).toEqual(before);
  });

  test('when another node changes a key, then a cached key is dropped before it expires', async () => {
    const issued = await issue();
    const { keys } = await context.openAnother();
    jest.spyOn(performance, 'now').mockReturnValue(performance.now()); // nothing expires
    await callerOf(issued);
    for (const plan of ['pro', 'business']) {
      await keys.update(issued.id, () => ({ plan }), Date.now());
      while ((await callerOf(issued))?.plan !== plan) await nextTurn();
      noteArrival(); // what is shared in this turn does not outlive it
      await callerOf(issued);
    }
    jest.restoreAllMocks();
  });

  test('when a secret was ever issued, then its key is traced, whatever became of either', async () => {
    const trace = ({ key }: IssuedKey) => context.store.keys.trace(hashApiKey(key), Date.now());
    const live = { key: { id: expect.any(String) }, isReplaced: false, overlapUntilMs: undefined };
    const first = await issue();
    const { id } = first;
    expect(await trace(first)).toMatchObject({ ...live, key: { id, liveSecrets: 1 } });
    const second = await rotate(first, 0);
    expect(await trace(first)).toMatchObject({ ...live, key: { id }, isReplaced: true });
    const third = await rotate(second);
    expect(await trace(second)).toMatchObject({ isReplaced: false });
    expect((await trace(second))?.overlapUntilMs).toBeGreaterThan(Date.now());
    await update(first, expireIn(HOUR_MS)); // stores all secrets under other hashes
    await update(first, expireIn(-1));
    for (const [secret, isReplaced] of [[first, true] as const, [third, false] as const])
      expect(await trace(secret)).toMatchObject({ key: { id, liveSecrets: 0 }, isReplaced });
    await context.store.keys.revoke(id, Date.now());
    expect((await trace(third))?.key).toMatchObject({ id, revokedMs: expect.any(Number) });
    expect(await trace({ id, key: 'as_live_unknown' })).toBeUndefined();
  });

  test('when a rotation has no overlap, then no clock that is set back admits the old secret', async () => {
    const old = await issue();
    await rotate(old, 0);
    expect(await callerOf(old, Date.now() - 24 * HOUR_MS)).toBeUndefined();
  });

  test('when the change is refused, then nothing is changed', async () => {
    const issued = await issue();
    const refuse = (): never => {
      throw new Error('refused');
    };
    await expect(context.store.keys.update(issued.id, refuse, Date.now())).rejects.toThrow(
      'refused',
    );
    expect(await recordOf(issued)).toMatchObject(FREE);
    expect(await collect(context.store.keys.history(issued.id))).toHaveLength(1);
  });

  test('when the expiry of a key is removed, then it works indefinitely, and can get an expiry again', async () => {
    const old = await issue({ expiresMs: Date.now() + HOUR_MS });
    await update(old, NEVER);
    expect((await recordOf(old))?.expiresMs).toBeUndefined();
    const fresh = await rotate(old);
    const works = async (afterMs: number) =>
      (await callerOf(fresh, Date.now() + afterMs)) !== undefined;
    expect(await works(1_000 * 24 * HOUR_MS)).toBe(true);
    expect(await callerOf(old)).toBeDefined();
    await update(old, expireIn(2 * HOUR_MS));
    expect([await works(0), await works(3 * HOUR_MS)]).toEqual([true, false]);
    expect(await callerOf(old)).toBeDefined();
    await update(old, NEVER);
    expect(await works(3 * HOUR_MS)).toBe(true);
  });

  test('when an expired key is extended, then its secrets work again, but none whose overlap has ended', async () => {
    const replaced = await issue();
    const { id } = replaced;
    const rotated = await rotate(replaced);
    await update(rotated, { expiresMs: Date.now() - HOUR_MS });
    expect(await callerOf(rotated)).toBeUndefined();
    const laterMs = Date.now() + 2 * HOUR_MS;
    await update(rotated, { expiresMs: laterMs + HOUR_MS }, laterMs);
    expect(await callerOf(rotated, laterMs)).toMatchObject({ id });
    expect(await callerOf(replaced, laterMs)).toBeUndefined();
    expect(await callerOf(rotated, laterMs + 2 * HOUR_MS)).toBeUndefined();
  });

  test('when several changes run at once, then each is made', async () => {
    const issued = await issue({ isReadOnly: true });
    const { keys } = await context.openAnother();
    const raise = () =>
      Promise.all(
        [context.store.keys, keys].map((store) =>
          store.update(
            issued.id,
            ({ quota }) => ({ quota: { perMinute: 1, perDay: (quota?.perDay ?? 0) + 1 } }),
            Date.now(),
          ),
        ),
      );
    for (let round = 0; round < 5; round += 1) await raise();
    expect((await recordOf(issued))?.quota?.perDay).toBe(10);
    expect(await collect(keys.history(issued.id))).toHaveLength(11);
  });
});
