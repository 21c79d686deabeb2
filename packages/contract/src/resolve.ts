// Resolution of `$ref` references inside the bundled contract.

import { unescapeToken } from '@animal-store/core/validation';
import type {
  ContractDocument,
  MediaTypeObject,
  Operation,
  Parameter,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from './document.js';

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

export function parametersOf({ parameters = [] }: Operation, document: ContractDocument) {
  return parameters.map((entry) => resolve<Parameter>(entry, document));
}

/** The only content of a body or a response; undefined if there is none. */
export function mediaOf(
  message: RequestBodyObject | ResponseObject | Reference | undefined,
  document: ContractDocument,
): MediaTypeObject | undefined {
  return message && Object.values(resolve<ResponseObject>(message, document).content ?? {})[0];
}

function isReference(entry: object): entry is Reference {
  return '$ref' in entry && typeof entry.$ref === 'string';
}
