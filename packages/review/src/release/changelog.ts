// Sentences of a CHANGELOG, as changesets writes it: a heading for each version, and a list item for each changeset.

const COMMIT = /^[0-9a-f]{7,40}: /;

/** The sentences of each version, in plain text with `code` marked. Lines about dependencies are left out. */
export function changelogSentences(text: string): Map<string, string[]> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [version = '', ...lines] = section.split(/\r?\n/);
      return [version.trim(), sentencesOf(lines)];
    }),
  );
}

function sentencesOf(lines: string[]): string[] {
  const items: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const startsItem = /^[-*] /.test(line);
    const continues = isOpen || (/^ /.test(line) && items.length > 0);
    if (line.trim() === '' || line.startsWith('#')) {
      isOpen = false;
    } else if (startsItem || !continues) {
      items.push(line.replace(/^[-*] /, '').trim());
      isOpen = true;
    } else {
      items.push(`${items.pop()} ${line.trim().replace(/^[-*] /, '')}`);
      isOpen = true;
    }
  }
  return items
    .map((item) => item.replace(COMMIT, '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'))
    .filter((item) => !item.startsWith('Updated dependencies'));
}
