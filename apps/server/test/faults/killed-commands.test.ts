// Copies and imports that are killed at any moment: what they leave is whole, and the same command succeeds afterwards. Those of
// backup and restore are in backup.test.ts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeEachImport } from '../cli/import/import-store.js';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { type CliProcess, spawnCli } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { addAnimals, createUnlimitedKey } from './inspect-store.js';
import { killCommand } from './kill.js';

const COPIED_ANIMALS = Number(process.env.COPY_ANIMALS ?? 200_000);
/** Less than a row and its entry in an index take. */
const BYTES_PER_ANIMAL = 50;

/** Polls until the command has made as much progress, or has ended. */
async function untilProgress(
  { child }: CliProcess,
  progress: () => Promise<number>,
  goal: number,
): Promise<void> {
  while (child.exitCode === null && (await progress()) < goal) await pause(5);
}

describeIfService('PostgreSQL')('from a SQLite file to PostgreSQL', () => {
  const store = useTempStore();
  const database = useDatabase();

  test('when a copy is killed, then its target is as it was, and the next copy is complete', async () => {
    await createUnlimitedKey(store);
    addAnimals(store.file, 'pet', COPIED_ANIMALS);
    const copy = () => spawnCli(['copy', '--from', `file:${store.file}`, '--to', database.url]);
    /** No other connection sees the rows of a transaction, but the files of the database grow. */
    const size = async () => {
      const { rows } = await database.query('SELECT pg_database_size(current_database()) AS size');
      return Number(rows[0]?.size);
    };
    const killed = await killCommand({
      times: 2,
      start: copy,
      async moment(_, time, command) {
        const written = COPIED_ANIMALS * BYTES_PER_ANIMAL * (0.1 + time / 2);
        await untilProgress(command, size, (await size()) + written);
      },
      async check() {
        const problem = await store.failureOf(['keys', 'list'], { DATABASE_URL: database.url });
        expect(problem).toContain('there is no store');
      },
    });
    expect(killed).toBe(2);
    expect(await copy().ended).toMatchObject({ exitCode: 0 });
    const { rows } = await database.query('SELECT count(*) FROM pets');
    expect(Number(rows[0]?.count)).toBe(COPIED_ANIMALS);
    expect((await copy().ended).stderr).toContain('it is not empty: there are rows in api_keys');
  });
});

describeEachImport((store) => {
  const ROWS = 60_000;
  /** Every third row has no name. */
  const isRejected = (row: number) => row % 3 === 0;
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const lines = rows.map((row) => `${isRejected(row) ? '' : `animal ${row}`},${row}\n`);
  const csv = `name,categoryId\n${lines.join('')}`;
  const names = rows.filter((row) => !isRejected(row)).map((row) => `animal ${row}`);
  const rejects = rows.filter(isRejected).map((row) => `${row + 2},name,is required,,${row}\n`);
  const expectedRejects = `#line,#field,#reason,name,categoryId\n${rejects.join('')}`;
  const rejectsFile = () => join(store.folder, 'animals.rejects.csv');

  const write = () => store.write('animals.csv', csv);
  const start = (file: string, ...args: string[]) =>
    spawnCli(['pets', 'import', file, ...args], store.options);
  /** Starts an import, which is in the middle of the file when this resolves. */
  async function begin() {
    const file = await write();
    const importing = start(file);
    await importing.waitForOutput('stderr', /more rejected/);
    return { file, importing };
  }
  const stored = async () =>
    (await store.query('SELECT name FROM pets ORDER BY id')).map(({ name }) => name);
  const count = async () =>
    Number((await store.query('SELECT count(*) AS n FROM pets').catch(() => []))[0]?.n ?? 0);

  test('when an import is killed and continued, then each row is stored once, and the rejects are whole', async () => {
    const file = await write();
    const killed = await killCommand({
      times: 8,
      start: () => start(file),
      async moment(random, time, command) {
        await untilProgress(command, count, ((time + random) / 8) * names.length);
        await pause(random * 50); // a random moment, which no event marks
      },
    });
    expect(killed).toBeGreaterThan(1);
    const { stderr, exitCode } = await start(file).ended;
    if (exitCode !== 0) expect(stderr).toContain('was imported on'); // the last kill came too late
    expect(await stored()).toEqual(names);
    expect(await readFile(rejectsFile(), 'utf8')).toBe(expectedRejects);
  });

  test('when an import is interrupted, then it says how to continue, and judges no row again', async () => {
    const { file, importing } = await begin();
    importing.child.kill('SIGINT');
    const interrupted = await importing.ended;
    expect(interrupted.exitCode).toBe(1);
    expect(interrupted.stderr).toMatch(/interrupted; run the same command again to continue\n$/);
    const { length } = await readFile(rejectsFile(), 'utf8');
    await store.write('animals.rejects.csv', `${expectedRejects.slice(0, length)}cut off`);
    const { stderr } = await start(file).ended;
    expect(stderr).toContain('continuing after');
    const next = Number.parseInt(expectedRejects.slice(length), 10);
    expect(/(?<=line )\d+(?=: name is required)/.exec(stderr)?.[0]).toBe(String(next));
    expect(stderr).toContain('\nanimals: 40,000 imported, 20,000 rejected, in');
    expect(stderr).toContain('\nSince it continued:\n');
    expect(await stored()).toEqual(names);
    expect(await readFile(rejectsFile(), 'utf8')).toBe(expectedRejects);
  });

  test('when the rejects file is another before an import continues, then it is left as it is', async () => {
    const { file, importing } = await begin();
    importing.child.kill('SIGINT');
    await importing.ended;
    const written = await readFile(rejectsFile(), 'utf8');
    const problem = `must begin with the ${written.length} bytes that this import has written`;
    for (const content of ['somebody else’s', `somebody else’s ${written}`]) {
      await store.write('animals.rejects.csv', content);
      const refused = await start(file).ended;
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toContain(problem);
      expect(await readFile(rejectsFile(), 'utf8')).toBe(content);
    }
    const moved = await store.write('moved.csv', written);
    expect((await start(file, '--rejects', `${moved}.csv`).ended).stderr).toContain(problem);
    expect((await start(file, '--rejects', moved).ended).exitCode).toBe(0);
    expect(await readFile(moved, 'utf8')).toBe(expectedRejects);
    expect(await stored()).toEqual(names);
  });

  test('when the file changes during its import, then the import stops', async () => {
    const { importing } = await begin();
    await store.write('animals.csv', csv.toUpperCase());
    const { stderr, exitCode } = await importing.ended;
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the file has changed during the import');
  });
});
