// Lifted bans of a key in both databases: the time by which the limiter of each node recognizes a new lift.
import { hashApiKey } from '../../../src/keys/api-key.js';
import { issueKey } from '../../../src/keys/key-service.js';
import { describeEachStore } from '../../support/each-store.js';

const CLOCK_TOLERANCE_MS = 60_000;

describeEachStore((context) => {
  const issue = () =>
    issueKey(context.store.keys, { name: 'test', plan: 'free', quota: undefined }, Date.now());

  test('when the bans of a key are lifted, then its lookup says when', async () => {
    const { id, key } = await issue();
    const { keys } = context.store;
    expect((await keys.find(hashApiKey(key), Date.now()))?.bansLiftedMs).toBeUndefined();
    const operator = await context.openAnother();
    const nowMs = Date.now();
    expect(await operator.keys.liftBans(id, nowMs)).toBe(true);
    const liftedMs = (await operator.keys.get(id, nowMs))?.bansLiftedMs;
    expect(Math.abs((liftedMs ?? 0) - nowMs)).toBeLessThan(CLOCK_TOLERANCE_MS);
    expect(await operator.keys.find(hashApiKey(key), nowMs)).toMatchObject({
      bansLiftedMs: liftedMs,
    });
  });

  test('when the clock has stepped back since the last lift, then the next one is later nevertheless', async () => {
    const { id } = await issue();
    const { keys } = context.store;
    const times: number[] = [];
    for (const nowMs of [Date.now(), Date.now() - 86_400_000, Date.now() - 86_400_000]) {
      await keys.liftBans(id, nowMs);
      times.push((await keys.get(id, nowMs))?.bansLiftedMs ?? 0);
    }
    const [first = 0] = times;
    expect(times).toEqual([first, first + 1, first + 2]);
  });

  test('when the bans of a key are lifted, then other keys keep theirs', async () => {
    const [first, second] = [await issue(), await issue()];
    await context.store.keys.liftBans(first.id, Date.now());
    expect(
      (await context.store.keys.find(hashApiKey(second.key), Date.now()))?.bansLiftedMs,
    ).toBeUndefined();
  });

  test('when a key is revoked or unknown, then there are no bans to lift', async () => {
    const { keys } = context.store;
    const { id } = await issue();
    await keys.revoke(id, Date.now());
    expect(await keys.liftBans(id, Date.now())).toBe(false);
    expect(await keys.liftBans('key_unknown', Date.now())).toBe(false);
  });

  test('when a key is read by its id, then the record is that of the list', async () => {
    const { keys } = context.store;
    const { id } = await issue();
    await issue();
    const nowMs = Date.now();
    const listed = (await keys.list(nowMs)).find((record) => record.id === id);
    expect(await keys.get(id, nowMs)).toEqual(listed);
    expect(listed).toMatchObject({ id, liveSecrets: 1 });
    expect(await keys.get('key_unknown', nowMs)).toBeUndefined();
  });
});
