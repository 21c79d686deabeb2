// Owns the following of references inside the bundled contract.
import type { ContractDocument, Reference } from './document.js';

/** What `entry` stands for. The generator has checked that every reference leads somewhere. */
export function resolve<T extends object>(entry: T | Reference, document: ContractDocument): T {
  if (!isReference(entry)) return entry;
  let target: unknown = document;
  for (const segment of entry.$ref.slice('#/'.length).split('/')) {
    target = (target as Readonly<Record<string, unknown>>)[segment];
  }
  return resolve(target as T | Reference, document);
}

function isReference(entry: object): entry is Reference {
  return '$ref' in entry && typeof entry.$ref === 'string';
}
