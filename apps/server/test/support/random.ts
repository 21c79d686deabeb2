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
