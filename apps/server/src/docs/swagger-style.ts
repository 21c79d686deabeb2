// Fixes for Swagger UI's style sheet: contrast of at least 4.5:1 in light and dark colours, and its layout on phones.

export const SWAGGER_STYLE = `
/* Swagger UI's colours, darkened until their contrast is at least 4.5:1. */
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
.swagger-ui .info .title small { background: #4a5160; }
.swagger-ui .info .title small.version-stamp { background: #3f6600; }
.swagger-ui :is(.info a, .info .url, a.link, .renderedMarkdown a) { color: var(--link); }
.swagger-ui .btn.authorize { border-color: #1b7a4b; color: #1b7a4b; }
.swagger-ui .btn.authorize svg { fill: #1b7a4b; }
.swagger-ui .btn.cancel { border-color: #b3261e; color: #b3261e; }
.swagger-ui .btn.execute { border-color: #1a5fb4; background: #1a5fb4; color: #fff; }
.swagger-ui .download-contents { background: #4a5160; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5fb4; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7a4b; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5a00; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b7468; }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #5b6070; }
.swagger-ui :is(.parameter__in, .prop-format, .parameter__deprecated, .parameter__extension) { color: var(--muted); }
.swagger-ui .response-control-media-type__accept-message { color: #1f6b1f; }
.swagger-ui .renderedMarkdown code, .swagger-ui .markdown code { color: #7a1fc0; }
.swagger-ui .microlight .hljs-literal, .swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9c9c !important; }

.swagger-ui .json-schema-2020-12-expand-deep-button { color: var(--muted); }
.swagger-ui :is(
  .json-schema-2020-12-keyword--description,
  [class^="json-schema-2020-12"]:is([class*="--secondary"], [class*="--extension"]),
  .json-schema-2020-12-keyword__value,
  .json-schema-2020-12-json-viewer__value
):not([class*="--primary"], [class*="--warning"], [class*="--const"]) { color: var(--muted); }
.swagger-ui .json-schema-2020-12__attribute--primary { color: #3f3f8f; }
.swagger-ui .json-schema-2020-12__attribute--muted { color: var(--muted); }
.swagger-ui .json-schema-2020-12__attribute--warning { color: #b3261e; }
.swagger-ui .json-schema-2020-12__constraint--string { background-color: #8a5a00; }

html.dark-mode .swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #5b6070; color: #fff; }
html.dark-mode .swagger-ui .opblock.opblock-put .opblock-section-header { background: #3d2a20; }
html.dark-mode .swagger-ui .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ff8a8a; color: #ff8a8a; }

/* Without this, the button has no width until the mouse hovers over it, and keyboard focus is invisible. */
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard:focus-within {
  width: 24px;
  margin: 0 5px;
  transition: none;
}

/* A long server URL must not make the page wider than the screen. */
.swagger-ui .scheme-container .schemes > .schemes-server-container { min-width: 0; max-width: 100%; }
.swagger-ui .servers > label select { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.swagger-ui .servers { overflow: hidden; padding-bottom: 3px; }

/* The column of links, where no response has any. */
.swagger-ui .responses-table:not(:has(td.response-col_links > :not(i))) .response-col_links { display: none; }
.swagger-ui .responses-table .response-col_description { width: auto; padding-bottom: 0.7em; }

@media (max-width: 640px) {
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .opblock .opblock-summary .opblock-summary-operation-id { display: none; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .reference-badge { align-self: flex-start; }
  .swagger-ui .opblock :is(.responses-inner, .table-container) { padding: 10px; }
  .swagger-ui .opblock table { padding: 0; }
  /* A fixed layout takes the column widths from the first row. With Swagger UI's layout the first column has no width. */
  .swagger-ui .opblock :is(.responses-table, .parameters) { table-layout: fixed; }
  .swagger-ui .opblock :is(.parameters-col_name, .response-col_status) { min-width: 0; padding-right: 10px; }
  .swagger-ui .opblock .parameters-col_name { width: 30%; }
  .swagger-ui .opblock .response-col_status { width: 4.5rem; }
  .swagger-ui .opblock :is(.parameters-col_description, .response-col_description) { width: auto; }
  .swagger-ui :is(td, th, pre, code) { overflow-wrap: anywhere; }
  /* Break words only where they do not fit, so that the longest word sets the width of its column. */
  .swagger-ui .headers :is(td, th) { overflow-wrap: break-word; }
}
`;
