// The form of a live call. The script reads from its attributes how the SDK takes the values.
import {
  callShape,
  isIdempotencyKey,
  type OperationSpec,
  type ParameterSpec,
} from '@animal-store/contract';
import { type Html, html } from './html.js';
import { bodyValue, declaredParameter, parameterValue } from './samples.js';
import { follow } from './schema-node.js';
import type { Site } from './site.js';

export function renderTryForm(site: Site, spec: OperationSpec): Html {
  const { isStructured } = callShape(spec, site.document);
  const body = bodyValue(spec, site.document);
  const structured = isStructured && html` data-structured`;
  return html`<details class="try"><summary>Try it</summary>
    <form data-operation="${spec.id}"${structured}>
      ${spec.parameters.map((parameter) => renderField(site, spec, parameter))}
      ${spec.body && html`<label>Request body<textarea name="body" data-in="body" rows="6" spellcheck="false"${spec.body.isRequired && html` required`}>${JSON.stringify(body, undefined, 2)}</textarea></label>`}
      <p class="buttons"><button type="submit">Send</button><button type="button" class="abort" hidden>Abort</button><output aria-live="polite"></output></p>
      <div class="live" hidden></div>
    </form>
  </details>`;
}

/** Optional parameters are empty and show their default. Required ones begin with the value of the sample. */
function renderField(site: Site, spec: OperationSpec, parameter: ParameterSpec): Html {
  const { name, isRequired, type, list } = parameter;
  const { keywords } = follow(site.document, [
    { schema: declaredParameter(spec, parameter, site.document).schema, pointer: '' },
  ]);
  const value = isRequired ? parameterValue(spec, parameter, site.document) : undefined;
  const location = isIdempotencyKey(parameter) ? 'idempotency' : parameter.in;
  const attributes = html` name="${name}" data-in="${location}" data-type="${type}"${isRequired && html` required`}${
    keywords.default !== undefined && html` placeholder="${String(keywords.default)}"`
  }`;
  const options = type === 'boolean' ? [true, false] : keywords.enum;
  if (list !== undefined)
    return html`<label>${name} <small>one on each line</small><textarea${attributes} data-list rows="2" spellcheck="false">${
      Array.isArray(value) ? value.join('\n') : ''
    }</textarea></label>`;
  if (Array.isArray(options))
    return html`<label>${name}<select${attributes}>${[...(isRequired ? [] : ['']), ...options].map(
      (option) => html`<option${option === value && html` selected`}>${String(option)}</option>`,
    )}</select></label>`;
  return html`<label>${name}<input${attributes} value="${value === undefined ? '' : String(value)}" autocomplete="off" spellcheck="false"${
    type !== 'string' && html` inputmode="${type === 'number' ? 'decimal' : 'numeric'}"`
  }></label>`;
}
