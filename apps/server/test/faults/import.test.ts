// Imports that are killed or stopped at any moment, and continued.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeEachDatabase } from '../cli/import/import-store.js';
import { seededRandom } from '../support/random.js';
import { spawnCli } from '../support/spawn-cli.js';

const ROWS = Number(process.env.IMPORT_ROWS ?? 60_000);
const KILLS = 8;
/** Every third row has no name. */
const isRejected = (row: number) => row % 3 === 0;

const rows = Array.from({ length: ROWS }, (_, row) => row);
const csv = `name,categoryId\n${rows.map((row) => `${isRejected(row) ? '' : `animal ${row}`},${row}\n`).join('')}`;
const rejects = rows.filter(isRejected).map((row) => `${row + 2},name,is required,,${row}\n`);
const expectedRejects = `#line,#field,#reason,name,categoryId\n${rejects.join('')}`;

describeEachDatabase((store) => {
  const stored = async () =>
    (await store.query('SELECT name FROM pets ORDER BY id')).map(({ name }) => name);
  const start = (file: string, ...args: string[]) =>
    spawnCli(['pets', 'import', file, ...args], store.options);

  async function expectComplete(): Promise<void> {
    const names = rows.filter((row) => !isRejected(row)).map((row) => `animal ${row}`);
    expect(await stored()).toEqual(names);
    expect(await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8')).toBe(expectedRejects);
  }

  test('when an import is killed repeatedly and continued, then no row is missing or stored twice, and the rejects file is whole', async () => {
    const random = seededRandom(20_261_122);
    const file = await store.write('animals.csv', csv);
    const total = ROWS - rejects.length;
    const count = async () =>
      Number((await store.query('SELECT count(*) AS n FROM pets').catch(() => []))[0]?.n ?? 0);
    let killed = 0;
    const storedAtKills: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const goal = ((kill + random()) / KILLS) * total;
      const importing = start(file);
      while (importing.child.exitCode === null && (await count()) < goal) await pause(5);
      await pause(random() * 50); // a random moment, which no event marks
      importing.child.kill('SIGKILL');
      if ((await importing.ended).exitCode === null) killed += 1;
      storedAtKills.push(await count());
    }
    const { stderr, exitCode } = await start(file).ended;
    process.stdout.write(
      `import: killed ${killed} times, after ${storedAtKills.join(', ')} animals\n`,
    );
    expect(killed).toBeGreaterThan(1);
    expect(storedAtKills[0]).toBeGreaterThan(0);
    if (exitCode !== 0) expect(stderr).toContain('was imported on'); // the last kill came too late
    await expectComplete();
  });

  test('when an import is interrupted, then it ends after a batch, says how to continue, and continues', async () => {
    const file = await store.write('animals.csv', csv);
    const importing = start(file);
    await importing.waitForOutput('stderr', /more rejected/);
    importing.child.kill('SIGINT');
    const { stderr, exitCode } = await importing.ended;
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /animal-store: the import of \S+ stopped after [\d,]+ of 60,000 rows: interrupted; run the same command again to continue\n$/,
    );
    const continued = await start(file).ended;
    expect(continued.stderr).toContain('continuing after');
    expect(continued.stderr).toContain('40,000 animals imported, 20,000 rows rejected');
    await expectComplete();
  });

  test('when a file is imported twice at once, then one import is refused, and its rows are stored once', async () => {
    const file = await store.write('animals.csv', csv);
    const first = start(file);
    const second = start(file, '--rejects', join(store.folder, 'second.csv'));
    const results = await Promise.all([first.ended, second.ended]);
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    const [refused] = results.filter(({ exitCode }) => exitCode === 1);
    expect(refused?.stderr).toMatch(/another import into .* is running|was imported on/);
    expect(await stored()).toHaveLength(40_000);
  });

  test('when the rejects file was moved or changed before an import continues, then it is written again or left alone', async () => {
    const file = await store.write('animals.csv', csv);
    const importing = start(file);
    await importing.waitForOutput('stderr', /more rejected/);
    importing.child.kill('SIGKILL');
    await importing.ended;
    await store.write('animals.rejects.csv', 'somebody else’s');
    const refused = await start(file).ended;
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('exists already, with other content');
    expect(await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8')).toBe(
      'somebody else’s',
    );
    const elsewhere = join(store.folder, 'elsewhere.csv');
    expect((await start(file, '--rejects', elsewhere).ended).exitCode).toBe(0);
    expect(await readFile(elsewhere, 'utf8')).toBe(expectedRejects);
    expect(await stored()).toHaveLength(40_000);
  });

  test('when the file changes during its import, then the import stops', async () => {
    const file = await store.write('animals.csv', csv);
    const importing = start(file);
    await importing.waitForOutput('stderr', /more rejected/);
    await store.write('animals.csv', csv.toUpperCase());
    const { stderr, exitCode } = await importing.ended;
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the file has changed during the import');
  });
});
