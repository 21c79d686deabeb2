// Misspelled settings: environment variables that no setting has, but that differ from one by a slip of the keyboard.
import { distance } from 'fastest-levenshtein';

/** Kubernetes sets NAME_PORT to such a URL for each service. */
const SERVICE_URL = /^(?:tcp|udp|sctp):\/\//;

/**
 * Compares letters and digits only, in one case. A name may differ by one character, or have two neighbours swapped. Names
 * of one word, such as PORT, are not compared: too many variables of other programs resemble them.
 */
export function findMisspelled(
  env: NodeJS.ProcessEnv,
  settings: readonly string[],
): { name: string; setting: string }[] {
  const known = settings
    .filter((setting) => setting.includes('_'))
    .map((setting) => ({ setting, letters: lettersOf(setting) }));
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (settings.includes(name) || SERVICE_URL.test(value)) return [];
    const letters = lettersOf(name);
    const similar = known.find((candidate) => isSimilar(letters, candidate.letters));
    return similar ? [{ name, setting: similar.setting }] : [];
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
