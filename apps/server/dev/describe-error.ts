// Description of an error for the developer: its position in the repository first, then its message.
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** An error of syntax, as esbuild reports it. esbuild strips the types for tsx. Its columns count from 0. */
const SYNTAX_ERROR = /^(.+?):(\d+):(\d+): ERROR: (.+)$/gm;

/** An import of a name that does not exist, as Node reports it: the file, and its line above a caret. */
const LINK_ERROR = /^(.+):(\d+)\n.*\n( *)\^/;

/** An error of the store, such as a migration that fails: its frames are the engine's. */
const FOR_OPERATORS = /^cannot (?:open|use) /;

/** Lines such as `packages/engine/src/app.ts:12:3 Expected ";" but found "x"`, or the stack within the repository. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ShopError' || FOR_OPERATORS.test(error.message)) return error.message;
  const syntaxErrors = Array.from(
    error.message.matchAll(SYNTAX_ERROR),
    ([, file = '', line, column, text]) =>
      `${relativeNames(file)}:${line}:${Number(column) + 1} ${text}`,
  );
  if (syntaxErrors.length > 0) return syntaxErrors.join('\n');
  const stack = error.stack ?? '';
  const frames = stack.split('\n').filter(isOwnFrame).map(relativeNames);
  const [, file, line, indent = ''] = LINK_ERROR.exec(stack) ?? [];
  const position = file
    ? `${file}:${line}:${indent.length + 1}`
    : /[^\s(]+:\d+:\d+/.exec(frames[0] ?? '')?.[0];
  const message = `${error.name}: ${error.message}`;
  return [relativeNames(position ? `${position} ${message}` : message), ...frames].join('\n');
}

/** Frames of Node, of packages and of this folder do not help. */
function isOwnFrame(line: string): boolean {
  return /^ {4}at /.test(line) && !/node:|node_modules|apps\/server\/dev\//.test(line);
}

function relativeNames(text: string): string {
  return text.replaceAll('file://', '').replaceAll(REPOSITORY, '');
}
