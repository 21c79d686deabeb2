// Starts Swagger UI with our plugin, on the document beside this script.
import { keepModal } from './modal-dialog.js';
import { nameControls } from './name-controls.js';
import { referencePlugin } from './plugin.js';

const { SwaggerUIBundle, document, location } = globalThis;

const root = document.getElementById('reference');
if (root === null) throw new Error('the page has no place for the reference');
const contractUrl = new URL(root.dataset.contract ?? '', location.href).href;

/** @param {import('./swagger-ui.js').System} system */
const plugin = (system) => referencePlugin(system, contractUrl);

SwaggerUIBundle({
  domNode: root,
  url: new URL('openapi.json', import.meta.url).href,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin],
  layout: 'BaseLayout',
  deepLinking: true,
  displayOperationId: true, // the name by which the SDK has it
  displayRequestDuration: true,
  showCommonExtensions: true, // the bounds of a parameter
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // else it would show the document to a public service
});

nameControls(root);
keepModal(root);
