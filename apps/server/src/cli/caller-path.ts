// Owns what a relative path on the command line is relative to: npm runs us in the root of the repository, and says in
// INIT_CWD where its caller stands.
import { resolve } from 'node:path';

export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}
