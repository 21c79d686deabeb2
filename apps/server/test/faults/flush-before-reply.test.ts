import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeIfTool } from '../support/describe-if-tool.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';
import { readTrace, type SystemCall, trace } from './strace.js';
import { AcknowledgedWrites, startWriteLoad } from './write-load.js';

const WRITERS = 32;
const REPLIES = 300;
/** strace shows this many bytes of each buffer, which is more than a page. */
const TRACED_BYTES = 4200;
/**
 * Offset in the header of a frame: size of the database if the frame ends a commit.
 * https://sqlite.org/fileformat2.html#walformat
 */
const COMMIT_SIZE_OFFSET = 4;
const FRAME_HEADER_BYTES = 24;

const store = useTempStore();
describeIfTool('strace')('when a server adds animals', () => {
  test('then no 201 is sent before its animal is committed to the WAL and flushed', async () => {
    const key = await createUnlimitedKey(store);
    const server = await store.start();
    const traceFile = join(store.folder, 'trace');
    const tracer = await trace(
      server.child.pid ?? 0,
      ...['-y', '-xx', '-s', String(TRACED_BYTES), '-o', traceFile],
      ...['-e', 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg'],
    );
    const writes = new AcknowledgedWrites();
    const options = { url: server.url, key, count: WRITERS, writes, prefix: 'traced' };
    const writers = startWriteLoad(options);
    await writers.waitForWrites(REPLIES);
    await writers.stop();
    await tracer.detach();

    const calls = readTrace(await readFile(traceFile, 'utf8'));
    const walCalls = calls.filter(({ file }) => file === `${store.file}-wal`);
    const replies = calls.flatMap(acknowledgementsIn);
    const early = replies.filter(({ name, at }) => !(flushedAt(walCalls, name) < at));
    const flushes = walCalls.filter(isFlush).length;
    process.stdout.write(
      `flush: ${replies.length} acknowledged, ${flushes} flushes of the log, ${early.length} replies before theirs\n`,
    );
    expect(new Set(replies.map(({ name }) => name))).toEqual(new Set(writes.acknowledged.values()));
    expect(early).toEqual([]);
    expect(flushes).toBeLessThan(replies.length); // commits are grouped
  });
});

/** Names in the 201s that a system call writes to a socket, with the start of the call. */
function acknowledgementsIn(call: SystemCall): { name: string; at: number }[] {
  if (!call.file.startsWith('socket:')) return [];
  const text = Buffer.concat(call.data).toString('latin1');
  return [...text.matchAll(/HTTP\/1\.1 201 .*?"name":"([^"]+)"/gs)].map(([, name = '']) => ({
    name,
    at: call.startLine,
  }));
}

/** End of the flush after the commit of the first frame with this name; infinity if there is none. */
function flushedAt(walCalls: readonly SystemCall[], name: string): number {
  const written = walCalls.findIndex(({ data }) => data.some((part) => part.includes(name)));
  // SQLite writes a frame's header before its page; the preceding header tells whether the frame ends a commit
  const commit = walCalls.findIndex((call, index) => index >= written - 1 && endsCommit(call));
  const flush = walCalls.find(
    (call) =>
      isFlush(call) && call.startLine > (walCalls[commit + 1]?.endLine ?? Number.POSITIVE_INFINITY),
  );
  return written < 0 || commit < 0
    ? Number.POSITIVE_INFINITY
    : (flush?.endLine ?? Number.POSITIVE_INFINITY);
}

function endsCommit({ name, data: [header] }: SystemCall): boolean {
  return (
    name === 'pwrite64' &&
    header?.length === FRAME_HEADER_BYTES &&
    header.readUInt32BE(COMMIT_SIZE_OFFSET) > 0
  );
}

function isFlush({ name, result }: SystemCall): boolean {
  return (name === 'fsync' || name === 'fdatasync') && result === 0;
}
