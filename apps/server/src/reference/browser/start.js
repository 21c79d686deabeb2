// Starts Swagger UI with our plugin, on the document beside this script.
import { nameControls } from './name-controls.js';
import { referencePlugin } from './plugin.js';

const { SwaggerUIBundle, document } = globalThis;

SwaggerUIBundle({
  dom_id: '#reference',
  url: new URL('openapi.json', import.meta.url).href,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [referencePlugin],
  layout: 'BaseLayout',
  deepLinking: true,
  displayOperationId: true, // the name by which the SDK has it
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // else it would show the document to a public service
});

nameControls(document.getElementById('reference'));
