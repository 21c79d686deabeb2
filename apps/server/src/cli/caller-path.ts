// Relative paths on the command line, resolved against the caller's directory: npm runs the command in the root of the
// repository and passes the caller's directory in INIT_CWD.
import { resolve } from 'node:path';

export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}
