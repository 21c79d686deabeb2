// Style sheet of the API reference page: styles of our additions, and fixes for Swagger UI's contrast and its layout on
// phones. It is a string because the build copies only scripts.

export const STYLE = `
body { margin: 0; background: #fff; }

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

.swagger-ui .reference-overview.wrapper { padding: 0 0 1em; color: #3b4151; font-family: sans-serif; }
.swagger-ui .reference-overview h2 { margin: 1em 0 0.5em; font-size: 1.25rem; }
.swagger-ui .reference-plans { width: auto; min-width: min(100%, 26rem); border-collapse: collapse; }
.swagger-ui .reference-plans caption { padding-bottom: 0.5em; text-align: left; font-size: 0.875rem; }
.swagger-ui .reference-overview .reference-plans :is(th, td) {
  padding: 0.4em 0.8em;
  border-bottom: 1px solid #d0d3da;
  text-align: right;
  font-size: 0.875rem;
}
.swagger-ui .reference-overview .reference-plans :is(th, td):first-child { text-align: left; }
.swagger-ui .reference-ban { max-width: 48em; margin: 1em 0; font-size: 0.875rem; line-height: 1.5; }
.swagger-ui .reference-servers { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; line-height: 1.8; }
.swagger-ui .reference-servers code { overflow-wrap: anywhere; }

/* Swagger UI's colours, darkened until their contrast is at least 4.5:1. */
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
.swagger-ui .info .title small { background: #4a5160; }
.swagger-ui .info .title small.version-stamp { background: #3f6600; }
.swagger-ui :is(.info a, .info .url, a.link, .renderedMarkdown a) { color: #1a5fb4; }
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
.swagger-ui :is(.parameter__in, .prop-format, .parameter__deprecated, .parameter__extension) { color: #5b6070; }
.swagger-ui .response-control-media-type__accept-message { color: #1f6b1f; }
.swagger-ui .renderedMarkdown code, .swagger-ui .markdown code { color: #7a1fc0; }
.swagger-ui .microlight .hljs-literal, .swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9c9c !important; }

.swagger-ui .json-schema-2020-12-expand-deep-button { color: #4a5160; }
.swagger-ui :is(
  .json-schema-2020-12-keyword--description,
  [class^="json-schema-2020-12"]:is([class*="--secondary"], [class*="--extension"]),
  .json-schema-2020-12-keyword__value,
  .json-schema-2020-12-json-viewer__value
):not([class*="--primary"], [class*="--warning"], [class*="--const"]) { color: #4a5160; }
.swagger-ui .json-schema-2020-12__attribute--primary { color: #3f3f8f; }
.swagger-ui .json-schema-2020-12__attribute--muted { color: #4a5160; }
.swagger-ui .json-schema-2020-12__attribute--warning { color: #b3261e; }
.swagger-ui .json-schema-2020-12__constraint--string { background-color: #8a5a00; }

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
