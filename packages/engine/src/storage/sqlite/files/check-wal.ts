// Check that the write-ahead log (`-wal`) still holds every commit. SQLite treats a damaged log as if its last commits had
// never happened, and reports no error. The log's index (`-shm`) survives a killed process and records the last
// committed frame, so log and index are compared. SQLite cannot do this itself: when it opens the database, it rebuilds
// the index from what is left of the log, and the evidence of the damage is lost.
// Source of both formats: https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';

const WAL_MAGIC = 0x377f0682; // of a log that was written on a little-endian machine
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const INDEX_HEADER_BYTES = 48;
/** Two copies of the header, and the number of frames that a checkpoint has copied into the database file. */
const INDEX_BYTES = 2 * INDEX_HEADER_BYTES + 4;

/**
 * The damage of the log of the database `file`, in a few words; undefined if none was found. Another process may be
 * writing to the log, so the comparison repeats until the index has not changed meanwhile.
 */
export function findWalDamage(file: string): string | undefined {
  if (endianness() !== 'LE') return undefined; // the formats depend on the byte order
  for (;;) {
    const index = readIndex(`${file}-shm`);
    const damage = compare(index, `${file}-wal`);
    if (damage === undefined || readIndex(`${file}-shm`).equals(index)) return damage;
  }
}

/** Descriptors of indexes by device and inode. An open descriptor keeps its inode from being reused. */
const descriptors = new Map<string, number>();

/**
 * Leaves the descriptor open. The index carries SQLite's locks, and POSIX releases all locks of a process on a file
 * when the process closes any descriptor of it.
 */
function readIndex(path: string): Buffer {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return Buffer.alloc(0);
  const inode = `${found.dev}:${found.ino}`;
  const descriptor = descriptors.get(inode) ?? openSync(path, 'r');
  descriptors.set(inode, descriptor);
  return readAt(descriptor, 0, INDEX_BYTES);
}

function compare(index: Buffer, walFile: string): string | undefined {
  const hasIndex = isIndex(index);
  const committed = hasIndex ? index.readUInt32LE(16) : 0;
  if (hasIndex && committed <= index.readUInt32LE(96)) return undefined; // the database file has every frame
  const size = statSync(walFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return hasIndex ? 'it is gone' : undefined;
  const wal = openSync(walFile, 'r');
  try {
    const header = readAt(wal, 0, WAL_HEADER_BYTES);
    if (!isWalHeader(header)) return 'its header is invalid'; // SQLite would treat the log as empty
    const isOlder = !header.subarray(16, 24).equals(index.subarray(32, 40)); // the log was restarted after the index
    return hasIndex && !isOlder ? findBrokenFrame(wal, header, index) : undefined;
  } finally {
    closeSync(wal); // releases no lock, because SQLite does not lock the log
  }
}

/** False if there is no index, or a power failure has left an incomplete one. */
function isIndex(bytes: Buffer): boolean {
  const header = bytes.subarray(0, INDEX_HEADER_BYTES);
  const copy = bytes.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES);
  const isInitialized = header[12] === 1;
  return bytes.length === INDEX_BYTES && isInitialized && header.equals(copy);
}

function isWalHeader(bytes: Buffer): boolean {
  return (
    bytes.length === WAL_HEADER_BYTES &&
    bytes.readUInt32BE(0) === WAL_MAGIC &&
    isStoredAt(bytes, 24, addTo(NO_CHECKSUM, bytes.subarray(0, 24)))
  );
}

/** Why SQLite would not read up to the last committed frame. Each frame has the log's salt and a running checksum. */
function findBrokenFrame(wal: number, header: Buffer, index: Buffer): string | undefined {
  const committed = index.readUInt32LE(16);
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  const salt = header.subarray(16, 24);
  let checksum = addTo(NO_CHECKSUM, header.subarray(0, 24));
  for (let number = 0; number < committed; number += 1) {
    const frame = readAt(wal, WAL_HEADER_BYTES + number * frameBytes, frameBytes);
    if (frame.length < frameBytes) return `it has ${number} of ${committed} committed pages`;
    checksum = addTo(addTo(checksum, frame.subarray(0, 8)), frame.subarray(FRAME_HEADER_BYTES));
    const isValid = frame.subarray(8, 16).equals(salt) && isStoredAt(frame, 16, checksum);
    if (!isValid) return 'its checksum is wrong';
  }
  const [first, second] = checksum;
  const isLast = index.readUInt32LE(24) === first && index.readUInt32LE(28) === second;
  return isLast ? undefined : 'its last frame is not the one that was committed last';
}

/** The two 32-bit words of SQLite's running checksum. */
type Checksum = readonly [number, number];
const NO_CHECKSUM: Checksum = [0, 0];

function addTo(checksum: Checksum, bytes: Buffer): Checksum {
  let [first, second] = checksum;
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + bytes.readUInt32LE(at) + second) >>> 0;
    second = (second + bytes.readUInt32LE(at + 4) + first) >>> 0;
  }
  return [first, second];
}

function isStoredAt(bytes: Buffer, offset: number, [first, second]: Checksum): boolean {
  return bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;
}

/** Returns fewer bytes than `length` at the end of the file. */
function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
