// Random numbers that a seed determines, so that failing runs can be repeated.

export interface Random {
  /** An integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Deterministic for a seed, an integer from 1. Lehmer generator, whose products are exact in a double. */
export function randomFrom(seed: number): Random {
  let state = seed % 2147483647;
  const between: Random['between'] = (min, max) => {
    state = (state * 48271) % 2147483647;
    return min + Math.floor((state / 2147483647) * (max - min + 1));
  };
  return { between, pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0] };
}

/** Deterministic random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
