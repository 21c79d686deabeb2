// Style sheet of the API reference page: our additions, in light and dark colours. It is a string because the build copies
// only scripts.
import { PREVIEW_STYLE } from './preview/preview-style.js';
import { SWAGGER_STYLE } from './swagger-style.js';

/** Swagger UI has dark colours for the class `dark-mode`, which a script sets. The background must not wait for it. */
export const COLOURS = `
:root {
  --text: #3b4151;
  --muted: #4a5160;
  --line: #d0d3da;
  --link: #1a5fb4;
  --panel: #f5f6f8;
  --code: #7a1fc0;
  color-scheme: light dark;
}
body { margin: 0; background: #fff; }
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e6e6;
    --muted: #b7bcbf;
    --line: #545d61;
    --link: #51a8ff;
    --panel: #2a2e30;
    --code: #c9a4ee;
  }
  body { background: #1c2022; }
}
`;

const LAYOUT = `
.reference-layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); align-items: start; }
.reference-layout > div { min-height: 100vh; border-left: 1px solid var(--line); }
.reference-contents {
  position: sticky;
  top: 0;
  box-sizing: border-box;
  max-height: 100vh;
  overflow: auto;
  padding: 1.5rem 1rem;
  color: var(--text);
  font: 0.875rem / 1.4 sans-serif;
}
.reference-contents > button { display: none; }
.reference-contents h2 { margin: 1.25rem 0 0.25rem; padding: 0 0.5rem; font-size: 0.875rem; }
.reference-contents ul { margin: 0; padding: 0; list-style: none; }
.reference-contents a {
  display: flex;
  gap: 0.5rem;
  align-items: baseline;
  padding: 0.35rem 0.5rem;
  border-radius: 4px;
  color: inherit;
  text-decoration: none;
}
.reference-contents a:hover { background: var(--panel); }
.reference-method { flex: none; width: 3.2rem; color: var(--muted); font: 600 0.7rem / 1 monospace; }
.reference-struck span:last-child { text-decoration: line-through; }
:is(h2[id], .opblock) { scroll-margin-top: 1rem; }
.swagger-ui .wrapper { max-width: 1100px; }

@media (max-width: 900px) {
  .reference-layout { display: block; }
  .reference-layout > div { border: 0; }
  .reference-contents { z-index: 2; padding: 0; border: 0; border-bottom: 1px solid var(--line); background: var(--panel); }
  .reference-contents > button {
    display: block;
    width: 100%;
    padding: 0.8rem 12px;
    border: 0;
    background: none;
    color: inherit;
    font: 600 0.9rem sans-serif;
    text-align: left;
  }
  .reference-contents > button::after { content: "\\25be"; float: right; }
  .reference-contents > div { display: none; padding: 0 4px 1rem; }
  .reference-contents > .reference-open { display: block; }
  :is(h2[id], .opblock) { scroll-margin-top: 3.5rem; }
}
`;

const OPERATIONS = `
.reference-badge {
  align-self: center;
  margin: 0.2em 0.6em 0.2em 0;
  padding: 0.15em 0.6em;
  border-radius: 1em;
  background: #3b4151;
  color: #fff;
  font: 600 0.75rem / 1.4 sans-serif;
}
.reference-deprecated { background: #5b6070; }
.reference-experimental { background: #8a3c00; }
.reference-alpha { background: #7a1f6b; }
.reference-beta { background: #1a4f8b; }

.reference-notice {
  margin: 0;
  padding: 0.5em 1em;
  border-top: 1px solid #c9a227;
  background: #fff6d6;
  color: #4a3800;
  font: 0.875rem / 1.4 sans-serif;
}
.dark-mode .reference-notice { background: #3a3112; color: #f4e3a1; }

.reference-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.reference-code { display: flex; align-items: flex-start; margin: 0 0 1em; border-radius: 4px; background: #2a2e30; }
.swagger-ui .reference-code .microlight {
  flex: 1;
  min-width: 0;
  margin: 0;
  padding: 0.9em 1em !important;
  background: none !important;
  font-size: 0.8rem;
  font-weight: 400;
  line-height: 1.5;
  white-space: pre;
  overflow-wrap: normal;
}
.swagger-ui .reference-copy {
  margin: 0.5em;
  padding: 0.35em 0.7em;
  border: 1px solid #8b929c;
  border-radius: 4px;
  background: #3b424d;
  color: #fff;
  font: 600 0.75rem sans-serif;
  cursor: pointer;
}
.reference-samples .reference-code { margin: 12px 20px; }
.reference-choice { display: flex; }
.reference-choice button {
  padding: 0.35em 0.9em;
  border: 1px solid var(--muted);
  background: none;
  color: var(--text);
  font: 600 0.8rem sans-serif;
  cursor: pointer;
}
.reference-choice button:first-child { border-radius: 4px 0 0 4px; }
.reference-choice button:last-child { border-left: 0; border-radius: 0 4px 4px 0; }
.reference-choice [aria-pressed="true"] { background: var(--text); color: var(--panel); }

.swagger-ui .reference-codes { margin: 0.2em 0 0; }
.swagger-ui .reference-codes code { margin-right: 0.6em; color: var(--code); font-size: 0.8rem; font-weight: 600; }
.swagger-ui .reference-notes { padding: 0 20px 20px; color: var(--text); font: 0.875rem / 1.4 sans-serif; }
.swagger-ui .reference-notes h4 { margin: 1.2em 0 0.3em; }
.swagger-ui .reference-notes p { margin: 0.6em 0 0; }
.swagger-ui .reference-notes a { color: var(--link); }
.swagger-ui .reference-headers { margin: 0; font-size: 0.875rem; line-height: 1.4; }
.swagger-ui .reference-headers > div {
  display: grid;
  grid-template-columns: minmax(0, 14rem) minmax(0, 1fr);
  gap: 0.1em 1.5em;
  padding: 0.45em 0;
  border-bottom: 1px solid var(--line);
}
.swagger-ui .reference-headers dt code { font-weight: 600; }
.swagger-ui .reference-headers dt small { color: var(--muted); font-size: 0.8rem; }
.swagger-ui .reference-headers dd { margin: 0; }
@media (max-width: 640px) {
  .swagger-ui .reference-headers > div { grid-template-columns: minmax(0, 1fr); }
  .reference-samples .reference-code { margin: 10px; }
  .swagger-ui .reference-notes { padding: 0 10px 14px; }
}
`;

const OVERVIEW = `
.swagger-ui .reference-overview.wrapper { padding: 0 0 1em; color: var(--text); font-family: sans-serif; }
.swagger-ui .reference-overview h2 { margin: 1.5em 0 0.5em; color: inherit; font-size: 1.25rem; }
.swagger-ui .reference-overview .info { margin: 0; }
.swagger-ui .reference-overview p { max-width: 48em; margin: 0 0 0.5em; font-size: 0.875rem; line-height: 1.5; }
.swagger-ui .reference-overview caption { padding-bottom: 0.5em; text-align: left; font-size: 0.875rem; }
.swagger-ui .reference-plans { width: auto; min-width: min(100%, 26rem); border-collapse: collapse; }
.swagger-ui .reference-overview .reference-plans :is(th, td) {
  padding: 0.4em 0.8em;
  border-bottom: 1px solid var(--line);
  color: inherit;
  text-align: right;
  font-size: 0.875rem;
}
.swagger-ui .reference-overview .reference-plans :is(th, td):first-child { text-align: left; }
.swagger-ui .reference-overview .reference-ban { margin: 1em 0; }
.swagger-ui .reference-servers { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; line-height: 1.8; }
.swagger-ui .reference-servers code { overflow-wrap: anywhere; }
`;

export const STYLE = COLOURS + LAYOUT + OPERATIONS + OVERVIEW + PREVIEW_STYLE + SWAGGER_STYLE;
