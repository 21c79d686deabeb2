// Sentences of a CHANGELOG, as changesets writes it: a heading for each version, and a list item for each changeset.

const COMMIT = /^[0-9a-f]{7,40}: /;

/** The sentences of each version, in plain text with `code` marked. Lines about dependencies are left out. */
export function changelogSentences(text: string): Map<string, string[]> {
  const sections = text.replaceAll('\r', '').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [version = '', ...lines] = section.split('\n');
      return [version.trim(), sentencesOf(lines.join('\n'))];
    }),
  );
}

/** An item of a list, with the paragraphs and the items inside it, or a paragraph of its own is one sentence. */
function sentencesOf(section: string): string[] {
  return section
    .replaceAll(/^#.*$/gm, '')
    .split(/\n(?=[-*] )|\n\s*\n(?=\S)/)
    .map((item) =>
      item
        .replace(/^\s*[-*] /, '')
        .replaceAll(/\s*\n\s*(?:[-*] )?/g, ' ')
        .trim(),
    )
    .map((item) => item.replace(COMMIT, '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'))
    .filter((item) => item !== '' && !item.startsWith('Updated dependencies'));
}
