// Style sheet of the marks of changes in a preview. The badges have the same colours in light and dark mode.

export const PREVIEW_STYLE = `
.reference-change-breaking { background: #b3261e; }
.reference-change-added { background: #1a5f36; }
.reference-change-changed { background: #1a4f8b; }
.reference-change-removed { background: #8a3c00; }
.reference-change-unnoticed { background: #5b6070; }

.reference-changes { margin: 0; padding: 0; list-style: none; color: var(--text); font: 0.875rem / 1.5 sans-serif; }
.reference-changes li { margin: 0 0 0.75em; padding: 0.75em 1em; border-radius: 4px; background: var(--panel); }
.swagger-ui .reference-changes p { max-width: none; margin: 0; color: inherit; overflow-wrap: anywhere; }
.swagger-ui .reference-changes p + p { margin-top: 0.25em; font-size: 0.85rem; }
.swagger-ui .reference-changes code { color: var(--code); font-size: 0.8rem; font-weight: 600; }
.swagger-ui .reference-changes a code { color: inherit; }
.swagger-ui .reference-changes a { color: var(--link); }
.reference-changed .reference-changes { padding: 12px 20px 0; }

.swagger-ui .reference-overview h3 { margin: 1.25em 0 0.5em; color: inherit; font-size: 1rem; }
.swagger-ui .reference-removed { margin: 0; padding-left: 1.25em; font-size: 0.875rem; line-height: 1.8; }
.swagger-ui .reference-overview .reference-verdict { font-weight: 600; }

.swagger-ui .reference-marks td { padding: 0 0 10px; color: var(--text); font: 0.85rem / 1.5 sans-serif; }
.swagger-ui .reference-marks p { margin: 0; color: inherit; font: inherit; }
.json-schema-2020-12-head .reference-badge { margin: 0 0 0 0.6em; vertical-align: middle; }
.reference-contents .reference-badge { margin: 0 0 0 0.5em; font-size: 0.65rem; white-space: nowrap; display: inline-block; }

@media (max-width: 640px) {
  .reference-changed .reference-changes { padding: 10px 10px 0; }
}
`;
