// Description of an error for the developer, with its position in the sources.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** As esbuild, which strips the types for tsx, reports an error of syntax. Lines count from 1, columns from 0. */
interface TransformError {
  errors: readonly { text: string; location: { file: string; line: number; column: number } }[];
}

/** Lines such as `apps/server/src/app.ts:12:3 Expected ";" but found "x"`. */
export function describeError(error: unknown): string {
  if (isTransformError(error)) {
    return error.errors
      .map(
        ({ text, location: { file, line, column } }) =>
          `${nameOf(file)}:${line}:${column + 1} ${text}`,
      )
      .join('\n');
  }
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return text.replaceAll(/file:\/\/[^\s:)]+/g, (url) => nameOf(fileURLToPath(url)));
}

function isTransformError(error: unknown): error is TransformError {
  return error instanceof Error && 'errors' in error && error.name === 'TransformError';
}

/** Relative to the repository. */
function nameOf(file: string): string {
  return relative(REPOSITORY, file);
}
