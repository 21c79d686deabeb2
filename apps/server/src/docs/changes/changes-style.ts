// Style sheet of the page of changes, in the colours of the reference page.
import { COLOURS } from '../style.js';

export const CHANGES_STYLE = `${COLOURS}
body { color: var(--text); font: 1rem / 1.55 sans-serif; }
:is(header, main) { max-width: 52rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.25; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
nav a { padding: 0.35rem 0; }
a { color: var(--link); }
section { padding: 0.5rem 0 1.5rem; border-top: 1px solid var(--line); }
h2 { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; margin: 1rem 0 0.5rem; font-size: 1.4rem; }
time { color: var(--muted); font-size: 0.9rem; font-weight: 400; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
code { color: var(--code); font-size: 0.9em; overflow-wrap: anywhere; }
a code { color: inherit; }
ul { margin: 0.5rem 0; padding-left: 1.25rem; }
.changes { padding: 0; list-style: none; }
.changes li { margin: 0 0 0.75rem; padding: 0.75rem 1rem; border-radius: 4px; background: var(--panel); }
.changes p { margin: 0; overflow-wrap: anywhere; }
.changes p + p { margin-top: 0.25rem; font-size: 0.9rem; }
.changes p:last-child { display: flex; flex-wrap: wrap; gap: 0.4rem 0.6rem; align-items: baseline; margin-top: 0.6rem; }
:is(.breaking, .not-breaking, .unnoticed) {
  padding: 0.1em 0.65em;
  border-radius: 1em;
  color: #fff;
  font-size: 0.8rem;
  font-weight: 600;
  white-space: nowrap;
}
.breaking { background: #b3261e; }
.not-breaking { background: #1a5f36; }
.unnoticed { background: #5b6070; }
`;
