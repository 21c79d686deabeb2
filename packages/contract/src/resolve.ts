// Resolution of `$ref` references inside the bundled contract.
import type { ContractDocument, Reference } from './document.js';

/** The target of a reference, or `entry` itself if it is none. The generator checks that every reference resolves. */
export function resolve<T extends object>(entry: T | Reference, document: ContractDocument): T {
  if (!isReference(entry)) return entry;
  let target: unknown = document;
  for (const token of entry.$ref.slice('#/'.length).split('/')) {
    const key = unescapeToken(decodeURIComponent(token));
    target = (target as Readonly<Record<string, unknown>>)[key];
  }
  return resolve(target as T | Reference, document);
}

function isReference(entry: object): entry is Reference {
  return '$ref' in entry && typeof entry.$ref === 'string';
}

/** The key or index that a token of a JSON pointer stands for. Source: RFC 6901, 4. */
export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
