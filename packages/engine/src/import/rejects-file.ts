// Rejects file. Its length is stored with the progress of the import. An import that continues cuts off what a killed run has
// written after that, and goes on there.
import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorMessage } from '../lib/error-message.js';

export type RejectsFile = ReturnType<typeof openRejectsFile>;

/**
 * Without rejects, no file is created.
 * @param length The bytes that earlier runs of the import have written.
 * @throws an Error for the operator if the file does not have them, or exists although there are none.
 */
export function openRejectsFile(path: string, length: number) {
  const lost = () =>
    new Error(
      `${path} must begin with the ${length} bytes that this import has written: name that file with --rejects`,
    );
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size !== undefined && length === 0)
    throw new Error(`${path} exists already: move it, or name another file with --rejects`);
  if ((size ?? 0) < length) throw lost();
  let file: FileHandle | undefined;
  let position = length;
  /** The errors of an open file do not name it. */
  const fail = (error: unknown): never => {
    throw new Error(errorMessage(error, path), { cause: error });
  };

  async function openFile(header: string): Promise<FileHandle> {
    if (length === 0) return open(path, 'wx', 0o600);
    const opened = await open(path, 'r+');
    const [start, end] = [Buffer.alloc(Buffer.byteLength(header)), Buffer.alloc(1)];
    await opened.read(start, 0, start.length, 0);
    await opened.read(end, 0, 1, length - 1);
    const isOurs = start.toString() === header && end.toString() === '\n';
    if (!isOurs) {
      await opened.close();
      throw lost();
    }
    await opened.truncate(length).catch(fail);
    return opened;
  }

  return {
    /**
     * @param header The first line of a file with rows.
     * @returns the length of the file, which is on the disk.
     * @throws an Error for the operator if the file cannot be written, or somebody has created it meanwhile.
     */
    async write(rows: string, header: string): Promise<number> {
      if (rows === '') return position;
      const bytes = Buffer.from(position === 0 ? header + rows : rows);
      file ??= await openFile(header);
      for (let done = 0; done < bytes.length; ) {
        const left = bytes.length - done;
        const { bytesWritten } = await file.write(bytes, done, left, position + done).catch(fail);
        done += bytesWritten;
      }
      await file.sync().catch(fail);
      position += bytes.length;
      return position;
    },
    async close(): Promise<void> {
      await file?.close();
    },
  };
}
