// Rejects file: a pure function of the imported file's rows. An import that continues writes it from its beginning again,
// and compares what is already there. So the file is whole wherever the import was killed, and a file of somebody else is
// never changed.
import { type FileHandle, open } from 'node:fs/promises';
import { errorMessage } from '../lib/error-message.js';

export class RejectsFile {
  readonly path: string;
  readonly #mayExist: boolean;
  #file: FileHandle | undefined;
  #position = 0;
  /** What was there before. */
  #existingBytes = 0;

  /** @param mayExist Whether an earlier run of this import may have begun it. Without rejects, no file is created. */
  constructor(path: string, mayExist: boolean) {
    this.path = path;
    this.#mayExist = mayExist;
  }

  /**
   * @param header The first line of a file with rows.
   * @throws an Error for the operator if the file has other content, or cannot be written.
   */
  async write(rows: string, header: string): Promise<void> {
    if (rows === '') return;
    const bytes = Buffer.from(this.#file === undefined ? header + rows : rows);
    this.#file ??= await this.#open();
    const known = Math.max(0, Math.min(bytes.length, this.#existingBytes - this.#position));
    const existing = Buffer.alloc(known);
    if (known > 0) await this.#file.read(existing, 0, known, this.#position);
    if (!existing.equals(bytes.subarray(0, known))) throw this.#foreign();
    for (let done = known; done < bytes.length; ) {
      const left = bytes.length - done;
      const write = this.#file.write(bytes, done, left, this.#position + done);
      const { bytesWritten } = await write.catch((error) => this.#fail(error));
      done += bytesWritten;
    }
    this.#position += bytes.length;
  }

  /** Flushes the complete file to the disk. */
  async finish(): Promise<void> {
    if (this.#existingBytes > this.#position) throw this.#foreign();
    await this.#file?.sync().catch((error) => this.#fail(error));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  async #open(): Promise<FileHandle> {
    try {
      return await open(this.path, 'wx+', 0o600);
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!exists) throw error;
      if (!this.#mayExist) throw this.#foreign();
    }
    const file = await open(this.path, 'r+');
    this.#existingBytes = (await file.stat()).size;
    return file;
  }

  /** The errors of an open file do not name it. */
  #fail(error: unknown): never {
    throw new Error(errorMessage(error, this.path), { cause: error });
  }

  #foreign(): Error {
    return new Error(
      `${this.path} exists already, with other content: move it, or name another file with --rejects`,
    );
  }
}
