// Rejects file: a pure function of the imported file's rows. An import that continues writes it from its beginning again,
// and compares what is already there. So the file is whole wherever the import was killed, and a file of somebody else is
// never changed.
import { type FileHandle, open } from 'node:fs/promises';
import { errorMessage } from '../lib/error-message.js';

export type RejectsFile = ReturnType<typeof createRejectsFile>;

/** @param mayExist Whether an earlier run of this import may have begun it. Without rejects, no file is created. */
export function createRejectsFile(path: string, mayExist: boolean) {
  let file: FileHandle | undefined;
  let position = 0;
  /** What was there before. */
  let existingBytes = 0;
  const foreign = () =>
    new Error(
      `${path} exists already, with other content: move it, or name another file with --rejects`,
    );
  /** The errors of an open file do not name it. */
  const fail = (error: unknown): never => {
    throw new Error(errorMessage(error, path), { cause: error });
  };

  async function openFile(): Promise<FileHandle> {
    try {
      return await open(path, 'wx+', 0o600);
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!exists) throw error;
      if (!mayExist) throw foreign();
    }
    const existing = await open(path, 'r+');
    existingBytes = (await existing.stat()).size;
    return existing;
  }

  return {
    /**
     * @param header The first line of a file with rows.
     * @throws an Error for the operator if the file has other content, or cannot be written.
     */
    async write(rows: string, header: string): Promise<void> {
      if (rows === '') return;
      const bytes = Buffer.from(file === undefined ? header + rows : rows);
      file ??= await openFile();
      const known = Math.max(0, Math.min(bytes.length, existingBytes - position));
      const existing = Buffer.alloc(known);
      if (known > 0) await file.read(existing, 0, known, position);
      if (!existing.equals(bytes.subarray(0, known))) throw foreign();
      for (let done = known; done < bytes.length; ) {
        const left = bytes.length - done;
        const { bytesWritten } = await file.write(bytes, done, left, position + done).catch(fail);
        done += bytesWritten;
      }
      position += bytes.length;
    },
    /** Flushes the complete file to the disk. */
    async finish(): Promise<void> {
      if (existingBytes > position) throw foreign();
      await file?.sync().catch(fail);
    },
    async close(): Promise<void> {
      await file?.close();
    },
  };
}
