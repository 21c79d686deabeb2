// Ratings that changes of many kinds share.
import type { Level, Rating } from './change.js';

const REASONS: Record<Level, string> = {
  major: 'It can break a client that follows the contract.',
  minor: 'It is an addition; existing clients keep working.',
  patch: 'It does not affect clients.',
  none: 'It does not affect clients.',
};

export function both(level: Level, why = REASONS[level]): Rating {
  return { wire: level, source: level, why };
}

/** A change of behaviour that types do not show. */
export function behaviour(wire: Level, why: string): Rating {
  return { wire, source: 'patch', why };
}

/** The rating of a promise that the contract takes back: of a quota, a date, a URL, or of who may call. */
export function promised(rating: Rating): Rating {
  return { ...rating, isPromise: true };
}

export function documentation(why = REASONS.patch): Rating {
  return { wire: 'none', source: 'patch', why };
}

/** The rating of what exists in the SDK alone. */
export function sourceOnly(why: string): Rating {
  return { wire: 'none', source: 'major', why };
}

/** The rating of what exists on the wire alone. */
export function wireOnly(wire: Level, why: string): Rating {
  return { wire, source: 'none', why };
}

/** The rating of what clients can do without, while code that uses it does not compile. */
export function dispensable(
  why = 'Clients had to expect responses without it; the SDK has no type of it any more.',
): Rating {
  return { wire: 'minor', source: 'major', why };
}

export const REFUSED = both('major', 'A request with it is rejected.');
export const REQUIRED = both('major', 'A request without it is rejected.');
