// Misspelled settings: environment variables that no setting has, but that differ from one by a slip of the keyboard, or
// that other programs use for the same.
import { distance } from 'fastest-levenshtein';

/** Kubernetes sets NAME_PORT to such a URL for each service. */
const SERVICE_URL = /^(?:tcp|udp|sctp):\/\//;

/** Names that other programs give to such a setting. They are warned of only where the setting is not set. */
const USUAL_NAMES = [
  {
    setting: 'DATABASE_URL',
    names: /^(?:DATABASE|DB|SQLITE|POSTGRES(?:QL)?)_(?:URL|PATH|FILE|DSN)$/,
  },
  { setting: 'CORS_ORIGINS', names: /^(?:CORS_)?ALLOWED_ORIGINS?$/ },
  { setting: 'TRUST_PROXY', names: /^TRUSTED_PROX(?:Y|IES)$/ },
];

/**
 * Compares letters and digits only, in one case. A name may differ by one character, or have two neighbours swapped. Names
 * of one word, such as PORT, are not compared: too many variables of other programs resemble them.
 * @returns a sentence for each name.
 */
export function findMisspelled(env: NodeJS.ProcessEnv, settings: readonly string[]): string[] {
  const known = settings
    .filter((setting) => setting.includes('_'))
    .map((setting) => ({ setting, letters: lettersOf(setting) }));
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (settings.includes(name) || SERVICE_URL.test(value)) return [];
    const letters = lettersOf(name);
    const similar =
      known.find((candidate) => isSimilar(letters, candidate.letters)) ??
      USUAL_NAMES.find(
        ({ setting, names }) =>
          names.test(name) && env[setting] === undefined && env[`${setting}_FILE`] === undefined,
      );
    return similar
      ? [`${name} is not a setting and has no effect; did you mean ${similar.setting}?`]
      : [];
  });
}

function lettersOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z\d]/g, '');
}

function isSimilar(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const edits = distance(one, other);
  return edits <= 1 || (edits === 2 && sorted(one) === sorted(other));
}

function sorted(text: string): string {
  return [...text].sort().join('');
}
