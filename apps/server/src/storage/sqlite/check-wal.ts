// Check that the write-ahead log still holds every commit. SQLite treats a truncated log as one whose last commits
// never happened, and reports no error. The log's index, `-shm`, survives a killed process and records the last
// committed frame, so log and index are compared before SQLite opens either of them.
// Source of both formats: https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { openIndex } from './raw-files.js';

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const INDEX_HEADER_BYTES = 48;
const LOG_MAGIC = 0x377f0682; // the lowest bit is the byte order of the words in checksums

interface Index {
  /** Number of the last committed frame. */
  lastFrame: number;
  /** Number of frames that a checkpoint has copied into the database file. */
  copiedFrames: number;
  pageBytes: number;
  salt: Buffer;
  lastChecksum: Checksum;
}

type Checksum = readonly [number, number];

/**
 * The damage of the log of the database `file`, in a few words; undefined if none was found. Another process may be
 * writing to the log, so the comparison repeats until the index has not changed meanwhile.
 */
export function findWalDamage(file: string): string | undefined {
  for (;;) {
    const index = readIndexFile(file);
    const damage = compare(index, `${file}-wal`);
    if (damage === undefined || readIndexFile(file).equals(index)) return damage;
  }
}

function readIndexFile(file: string): Buffer {
  const index = `${file}-shm`;
  if (!existsSync(index)) return Buffer.alloc(0);
  return readAt(openIndex(index), 0, 2 * INDEX_HEADER_BYTES + 4);
}

function compare(indexBytes: Buffer, logFile: string): string | undefined {
  const index = parseIndex(indexBytes);
  // Closing this descriptor releases no lock of SQLite, because SQLite does not lock the log itself.
  const log = existsSync(logFile) ? openSync(logFile, 'r') : undefined;
  try {
    const header = log === undefined ? Buffer.alloc(0) : readAt(log, 0, LOG_HEADER_BYTES);
    if (index === undefined) {
      return header.length === 0 || isHeader(header) ? undefined : 'its header is not one';
    }
    if (index.lastFrame <= index.copiedFrames) return undefined; // the database file has every frame
    if (log === undefined || header.length === 0) return 'it is gone';
    if (!isHeader(header)) return 'its header is not one';
    if (!header.subarray(16, 24).equals(index.salt)) return undefined; // it was restarted since, with a valid header
    return findBrokenFrame(log, header, index);
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

/** Undefined if there is no index, or a power failure has left an incomplete one. */
function parseIndex(bytes: Buffer): Index | undefined {
  const header = bytes.subarray(0, INDEX_HEADER_BYTES);
  const copy = bytes.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES);
  if (bytes.length < 2 * INDEX_HEADER_BYTES + 4 || !header.equals(copy)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = endianness() === 'LE'; // the index is in the machine's native byte order
  const word = (offset: number) => view.getUint32(offset, isLittle);
  const pageBytes = view.getUint16(14, isLittle);
  if (header[12] !== 1) return undefined; // it was never initialized completely
  return {
    lastFrame: word(16),
    copiedFrames: word(2 * INDEX_HEADER_BYTES),
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    lastChecksum: [word(24), word(28)],
    salt: bytes.subarray(32, 40),
  };
}

/** Why SQLite would not read up to the last committed frame. Each frame has the log's salt and a running checksum. */
function findBrokenFrame(log: number, header: Buffer, index: Index): string | undefined {
  const isBig = readsBig(header);
  const salt = header.subarray(16, 24);
  const frameBytes = FRAME_HEADER_BYTES + index.pageBytes;
  let sum = addTo([0, 0], header.subarray(0, 24), isBig);
  for (let number = 0; number < index.lastFrame; number += 1) {
    const frame = readAt(log, LOG_HEADER_BYTES + number * frameBytes, frameBytes);
    if (frame.length < frameBytes) return `it has ${number} of ${index.lastFrame} committed pages`;
    sum = addTo(sum, frame.subarray(0, 8), isBig);
    sum = addTo(sum, frame.subarray(FRAME_HEADER_BYTES), isBig);
    const isWhole = frame.subarray(8, 16).equals(salt) && isSame(sum, readChecksum(frame, 16));
    if (!isWhole) return 'its checksum is wrong';
  }
  return isSame(sum, index.lastChecksum) ? undefined : 'its checksum is wrong';
}

/** Continues the running checksum `sum` over these bytes. */
function addTo(sum: Checksum, bytes: Buffer, isBig: boolean): Checksum {
  const word = (at: number) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [first, second] = sum;
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}

function readChecksum(bytes: Buffer, at: number): Checksum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

function isSame([first, second]: Checksum, other: Checksum): boolean {
  return first === other[0] && second === other[1];
}

/** Whether the header is complete and valid. SQLite treats a log without a valid header as empty. */
function isHeader(header: Buffer): boolean {
  if (header.length < LOG_HEADER_BYTES) return false;
  if (header.readUInt32BE(0) >>> 1 !== LOG_MAGIC >>> 1) return false;
  const sum = addTo([0, 0], header.subarray(0, 24), readsBig(header));
  return isSame(sum, readChecksum(header, 24));
}

function readsBig(header: Buffer): boolean {
  return (header.readUInt32BE(0) & 1) === 1;
}

/** Returns fewer bytes than `length` at the end of the file. */
function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
