import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeIfTool } from '../support/describe-if-tool.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey } from './stored.js';
import { readTrace, type SystemCall, trace } from './strace.js';
import { Ledger, startWriters } from './writers.js';

const WRITERS = 32;
const REPLIES = 300;
/** Of each buffer strace shows the beginning: a page is whole. */
const SHOWN_BYTES = 4200;
/** Where a frame's header holds the size of the database, if the frame ends a commit. https://sqlite.org/fileformat2.html#walformat */
const COMMIT_MARK = 4;
const FRAME_HEADER_BYTES = 24;

const store = useTempStore();
describeIfTool('strace')('the system calls of a server that adds animals', () => {
  test('show that no 201 leaves before the animal is in the log, its commit is ended, and the log is flushed', async () => {
    const key = await createRoomyKey(store);
    const server = await store.start();
    const traceFile = join(store.folder, 'trace');
    const tracer = await trace(
      server.child.pid ?? 0,
      ...['-y', '-xx', '-s', String(SHOWN_BYTES), '-o', traceFile],
      ...['-e', 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg'],
    );
    const ledger = new Ledger();
    const options = { url: server.url, key, count: WRITERS, ledger, prefix: 'traced' };
    const writers = startWriters(options);
    await writers.acknowledge(REPLIES);
    await writers.stop();
    await tracer.detach();

    const calls = readTrace(await readFile(traceFile, 'utf8'));
    const toLog = calls.filter(({ file }) => file === `${store.file}-wal`);
    const replies = calls.flatMap(acknowledgementsIn);
    const early = replies.filter(({ name, at }) => !(flushedAt(toLog, name) < at));
    const flushes = toLog.filter(isFlush).length;
    process.stdout.write(
      `flush: ${replies.length} acknowledged, ${flushes} flushes of the log, ${early.length} replies before theirs\n`,
    );
    expect(new Set(replies.map(({ name }) => name))).toEqual(new Set(ledger.acknowledged.values()));
    expect(early).toEqual([]);
    expect(flushes).toBeLessThan(replies.length); // one for all that came together
  });
});

/** The 201s that a call writes to a socket: the animal's name, and when it began to. */
function acknowledgementsIn(call: SystemCall): { name: string; at: number }[] {
  if (!call.file.startsWith('socket:')) return [];
  const text = Buffer.concat(call.data).toString('latin1');
  return [...text.matchAll(/HTTP\/1\.1 201 .*?"name":"([^"]+)"/gs)].map(([, name = '']) => ({
    name,
    at: call.beganAt,
  }));
}

/** When the flush ended that follows the commit of the first frame with this name; infinity if there is none. */
function flushedAt(toLog: readonly SystemCall[], name: string): number {
  const written = toLog.findIndex(({ data }) => data.some((part) => part.includes(name)));
  // SQLite writes the header of a frame, then its page: the one just before tells whether this frame is the last.
  const commit = toLog.findIndex((call, index) => index >= written - 1 && endsCommit(call));
  const flush = toLog.find(
    (call) =>
      isFlush(call) && call.beganAt > (toLog[commit + 1]?.endedAt ?? Number.POSITIVE_INFINITY),
  );
  return written < 0 || commit < 0
    ? Number.POSITIVE_INFINITY
    : (flush?.endedAt ?? Number.POSITIVE_INFINITY);
}

function endsCommit({ name, data: [header] }: SystemCall): boolean {
  return (
    name === 'pwrite64' &&
    header?.length === FRAME_HEADER_BYTES &&
    header.readUInt32BE(COMMIT_MARK) > 0
  );
}

function isFlush({ name, result }: SystemCall): boolean {
  return (name === 'fsync' || name === 'fdatasync') && result === 0;
}
