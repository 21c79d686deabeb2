// The form of a live call. Its fields tell the script where in the request their text is sent. It is a template until it is
// opened, because browsers lay out every form of a page, to fill in addresses and passwords.
import { carrierNode } from '../schemas/schema-node.js';
import { type Html, html } from '../text/html.js';
import type { PageOperation, PageParameter } from './operations.js';

export function renderTryForm({ id, method, path, parameters, body }: PageOperation) {
  return html`<details class="try"><summary>Try it</summary><template>
    <form data-operation="${id}" data-method="${method.toUpperCase()}" data-path="${path}">
      ${parameters.map(renderField)}
      ${body && html`<label>Request body<textarea data-media-type="${body.mediaType}" rows="6" spellcheck="false"${body.isRequired && html` required`}>${JSON.stringify(body.sample, undefined, 2)}</textarea></label>`}
      <p class="buttons"><button type="submit">Send</button><button type="button" class="abort" hidden>Abort</button><output aria-live="polite"></output></p>
      <div class="live"></div>
    </form>
  </template></details>`;
}

/** Optional parameters are empty and show their default. Required ones begin with the value of the sample. */
function renderField(parameter: PageParameter): Html {
  const { name, isRequired, type, list, sample } = parameter;
  const { notes, enum: choices = [] } = carrierNode(parameter);
  const values = isRequired && sample !== undefined ? [sample].flat().map(String) : [];
  const attributes = html` data-name="${name}" data-in="${parameter.in}"${isRequired && html` required`}${
    notes.default !== undefined && html` placeholder="${String(notes.default)}"`
  } autocomplete="off" spellcheck="false"`;
  const options = type === 'boolean' ? [true, false] : choices;
  if (list !== undefined)
    return html`<label>${name} <small>one on each line</small><textarea${attributes} data-list="${list}" rows="2">${values.join('\n')}</textarea></label>`;
  if (options.length > 0)
    return html`<label>${name}<select${attributes}>${[...(isRequired ? [] : ['']), ...options].map(
      (option) =>
        html`<option${option === sample && isRequired && html` selected`}>${String(option)}</option>`,
    )}</select></label>`;
  const keyboard =
    type !== 'string' && html` inputmode="${type === 'number' ? 'decimal' : 'numeric'}"`;
  return html`<label>${name}<input${attributes} value="${values[0] ?? ''}"${keyboard}></label>`;
}
