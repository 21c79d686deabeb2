// Lines of a text file in UTF-8, in blocks of whole lines.
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

const BLOCK_BYTES = 262_144;
/** Also the limit of a value with line breaks: a quote that is never closed does not fill the memory. */
export const MAX_LINE_BYTES = 16_777_216;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LF = 0x0a;

interface Block {
  /** As in the file. */
  bytes: Buffer;
  /** Without their line breaks: LF, or CR and LF. */
  lines: readonly string[];
  /** The number of the first of these lines. The first line of the file is 1. */
  firstLine: number;
}

/** What makes a file unreadable, with the line where it is. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
  }
}

/** Reads the file from its beginning. @throws BrokenFileError at the first line that is not UTF-8. */
export async function* readBlocks(file: FileHandle): AsyncGenerator<Block> {
  let firstLine = 1;
  let position = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (;;) {
    const buffer = Buffer.allocUnsafe(rest.length + BLOCK_BYTES);
    rest.copy(buffer);
    const { bytesRead } = await file.read(buffer, rest.length, BLOCK_BYTES, position);
    position += bytesRead;
    const read = buffer.subarray(0, rest.length + bytesRead);
    const isLast = bytesRead === 0;
    const end = isLast ? read.length : read.lastIndexOf(LF) + 1;
    rest = read.subarray(end);
    if (rest.length > MAX_LINE_BYTES)
      throw new BrokenFileError(firstLine, `is longer than ${MAX_LINE_BYTES} bytes`);
    if (end > 0) {
      const bytes = read.subarray(0, end);
      const lines = toLines(bytes, firstLine);
      yield { bytes, lines, firstLine };
      firstLine += lines.length;
    }
    if (isLast) return;
  }
}

function toLines(bytes: Buffer, firstLine: number): string[] {
  const hasMark = firstLine === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const content = hasMark ? bytes.subarray(3) : bytes;
  if (!isUtf8(content)) throw new BrokenFileError(firstLine + validLines(content), 'is not UTF-8');
  const text = content.toString();
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** The number of lines before the first one that is not UTF-8. */
function validLines(bytes: Buffer): number {
  let count = 0;
  for (let start = 0; ; count += 1) {
    const next = bytes.indexOf(LF, start);
    if (next === -1 || !isUtf8(bytes.subarray(start, next))) return count;
    start = next + 1;
  }
}
