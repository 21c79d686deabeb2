// Owns the question whether the write-ahead log still holds every commit that was made. SQLite takes a log that was cut
// short for one whose last commits never happened, and says nothing. But the index beside it, `-shm`, outlives a killed
// process and knows how far the log went, so the two are compared before SQLite opens either.
// Source of both formats: https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html
import { existsSync, readFileSync } from 'node:fs';
import { endianness } from 'node:os';

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const INDEX_HEADER_BYTES = 48;
const LOG_MAGIC = 0x377f0682; // the lowest bit says in which order checksums read their words

interface Index {
  /** Number of the last committed frame. */
  lastFrame: number;
  /** How many frames are in the database file too. */
  copiedFrames: number;
  pageBytes: number;
  salt: Buffer;
  lastChecksum: Checksum;
}

type Checksum = readonly [number, number];

/** What is wrong with the log of the database `file`, in a few words; undefined if nothing is known to be. */
export function findLogDamage(file: string): string | undefined {
  const index = readIndex(`${file}-shm`);
  const log = readIfThere(`${file}-wal`);
  const hasHeader = isHeader(log);
  if (index === undefined) {
    return log.length === 0 || hasHeader ? undefined : 'its header is not one';
  }
  if (index.lastFrame <= index.copiedFrames) return undefined; // the database file has it all
  if (log.length === 0) return 'it is gone';
  if (!hasHeader) return 'its header is not one';
  if (!log.subarray(16, 24).equals(index.salt)) return undefined; // it was begun anew since: the header is whole
  const frameBytes = FRAME_HEADER_BYTES + index.pageBytes;
  const wholeFrames = Math.floor((log.length - LOG_HEADER_BYTES) / frameBytes);
  if (wholeFrames < index.lastFrame) {
    return `it has ${wholeFrames} of ${index.lastFrame} committed pages`;
  }
  return isUnbroken(log, frameBytes, index) ? undefined : 'its checksum is wrong';
}

/** Undefined if there is none, or a power cut has left only a part of it. */
function readIndex(file: string): Index | undefined {
  const bytes = readIfThere(file);
  const header = bytes.subarray(0, INDEX_HEADER_BYTES);
  const copy = bytes.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES);
  if (bytes.length < 2 * INDEX_HEADER_BYTES + 4 || !header.equals(copy)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = endianness() === 'LE'; // the index is in the machine's own order
  const word = (offset: number) => view.getUint32(offset, isLittle);
  const pageBytes = view.getUint16(14, isLittle);
  if (header[12] !== 1) return undefined; // never finished
  return {
    lastFrame: word(16),
    copiedFrames: word(2 * INDEX_HEADER_BYTES),
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    lastChecksum: [word(24), word(28)],
    salt: bytes.subarray(32, 40),
  };
}

/** Whether SQLite will read it through the last committed frame: each carries the log's salt and the running checksum. */
function isUnbroken(log: Buffer, frameBytes: number, { lastFrame, lastChecksum }: Index): boolean {
  const salt = log.subarray(16, 24);
  let sum = addTo([0, 0], log, 0, 24);
  for (let frame = 0; frame < lastFrame; frame += 1) {
    const start = LOG_HEADER_BYTES + frame * frameBytes;
    sum = addTo(sum, log, start, start + 8);
    sum = addTo(sum, log, start + FRAME_HEADER_BYTES, start + frameBytes);
    if (!log.subarray(start + 8, start + 16).equals(salt)) return false;
    if (!isSame(sum, readChecksum(log, start + 16))) return false;
  }
  return isSame(sum, lastChecksum);
}

/** The checksum that goes on from `sum` over these bytes. */
function addTo(sum: Checksum, log: Buffer, start: number, end: number): Checksum {
  const isBig = (log.readUInt32BE(0) & 1) === 1;
  let [first, second] = sum;
  for (let at = start; at < end; at += 8) {
    first = (first + readWord(log, at, isBig) + second) >>> 0;
    second = (second + readWord(log, at + 4, isBig) + first) >>> 0;
  }
  return [first, second];
}

function readChecksum(log: Buffer, at: number): Checksum {
  return [log.readUInt32BE(at), log.readUInt32BE(at + 4)];
}

function isSame([first, second]: Checksum, other: Checksum): boolean {
  return first === other[0] && second === other[1];
}

function readWord(log: Buffer, at: number, isBig: boolean): number {
  return isBig ? log.readUInt32BE(at) : log.readUInt32LE(at);
}

/** Whether the log begins with a header that is whole: SQLite takes a log without one for empty. */
function isHeader(log: Buffer): boolean {
  if (log.length < LOG_HEADER_BYTES || log.readUInt32BE(0) >>> 1 !== LOG_MAGIC >>> 1) return false;
  return isSame(addTo([0, 0], log, 0, 24), readChecksum(log, 24));
}

function readIfThere(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}
