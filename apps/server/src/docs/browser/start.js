// Entry point of the page: Swagger UI with our plugin, for the reference.json in this script's folder.
import { makeDialogModal } from './modal-dialog.js';
import { setAccessibleNames } from './name-controls.js';
import { referencePlugin } from './plugin.js';

const { SwaggerUIBundle, document, location } = globalThis;

const root = document.getElementById('reference');
if (root === null) throw new Error('the page has no element #reference');
const contractUrl = new URL(root.dataset.contract ?? '', location.href).href;
const changesUrl = new URL(root.dataset.changes ?? '', location.href).href;

const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

/** @param {import('./swagger-ui.js').System} system */
const plugin = (system) => referencePlugin(system, contractUrl, changesUrl);

SwaggerUIBundle({
  domNode: root,
  url: new URL('reference.json', import.meta.url).href,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin],
  layout: 'BaseLayout',
  deepLinking: true,
  displayOperationId: true, // the name of the SDK's method
  displayRequestDuration: true,
  showCommonExtensions: true, // the limits of each parameter
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // otherwise Swagger UI sends the document to a public validator
});

setAccessibleNames(root);
makeDialogModal(root);
