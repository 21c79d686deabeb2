// Operations of a contract, and which of them use a part of it.
import { isPointerWithin } from '@animal-store/spec';
import type { Contract, Operation, Pointer, SecurityOption } from '@animal-store/spec/model';
import { memoize } from '../memoize.js';
import type { CanonicalContract } from './normalize/canonical-contract.js';

/** The identifier, or what stands for it in old contracts. */
export function idOf({ id, method, path }: Operation): string {
  return id ?? labelOf({ method, path });
}

/** `GET /pets`. */
export function labelOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The alternatives of credentials that an operation accepts; one without schemes if clients may be anonymous. */
export function securityOf({ security }: Operation, contract: Contract): readonly SecurityOption[] {
  const options = security ?? contract.security;
  return options.length > 0 ? options : [new Map()];
}

/** The operations that contain what stands at `target`, or refer to it through references. */
export function operationsUsing(contract: CanonicalContract, target: Pointer): Operation[] {
  const found = [...usersOf(contract)].flatMap(([pointer, users]) =>
    isPointerWithin(target, pointer) || isPointerWithin(pointer, target) ? [users] : [],
  );
  return contract.operations.filter((operation) => found.some((users) => users.has(operation)));
}

/** For each pointer, the operations that contain it, or that lead to it through references. */
const usersOf = memoize(({ operations, contents }: CanonicalContract) => {
  const users = new Map<Pointer, Set<Operation>>();
  for (const operation of operations) {
    const reached = new Set([operation.at]);
    for (const at of reached) {
      users.set(at, (users.get(at) ?? new Set()).add(operation));
      for (const { targets } of contents.get(at) ?? [])
        for (const target of targets) reached.add(target); // grows during the iteration
    }
  }
  return users;
});
