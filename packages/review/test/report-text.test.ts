// Texts of reports: no name or value of a contract can add a line, or markup.
import { printable, toMarkdown } from '../src/report-text.js';

test.each([
  ['a line break and a workflow command', 'a\n::error::b', 'a ::error::b'],
  ['a control character', 'a\u001b[2Kb', 'a?[2Kb'],
  ['a mark of writing direction', 'a\u202eb', 'a?b'],
])('when a text has %s, then it is printed on one line without it', (_name, text, line) => {
  expect(printable(text)).toBe(line);
});

test.each([
  ['HTML', 'to "<none>".', 'to "\\<none\\>".'],
  ['a backslash before a bar', '^a\\|b$', '^a\\\\|b$'],
  ['marks of Markdown', '^[a-z]*_$', '^\\[a-z\\]\\*\\_$'],
  ['code', '`a_<b>` was *removed*', '`a_<b>` was \\*removed\\*'],
  ['a lone backtick', '"`"', '"\\`"'],
])('when a text has %s, then Markdown shows it as it is', (_name, text, markdown) => {
  expect(toMarkdown(text)).toBe(markdown);
});
