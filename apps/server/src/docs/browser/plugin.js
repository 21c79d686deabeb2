// Swagger UI plugin: contents, overview, code samples, stability badges, deprecation notices, short responses, and
// operations without a "Try it out" button.
import { changeBadge, changesOf, markBadges, markRow, operationChanges } from './changes.js';
import { codeBox } from './code-box.js';
import { contents } from './contents.js';
import { overview } from './overview.js';
import { briefErrorRow, responseNotes } from './responses.js';
import { operationSamples } from './samples.js';
import {
  asPassword,
  asPlainText,
  withDefaultPlaceholder,
  withoutKey,
  withoutSuggestions,
} from './try-it.js';
import { deprecation } from './wording.js';

/**
 * Creates the plugin.
 * @param {import('./swagger-ui.js').System} system
 * @param {string} contractUrl Where the contract is published for programs.
 * @param {string} changesUrl Where the page of changes is.
 * @returns {import('./swagger-ui.js').Plugin}
 */
export function referencePlugin(system, contractUrl, changesUrl) {
  const { React, getSystem } = system;
  const h = React.createElement;
  const CodeBox = codeBox(system);
  const Samples = operationSamples(React, CodeBox);
  const Contents = contents(system);
  /** @type {import('./swagger-ui.js').PublishedContract | undefined} */
  let parsed;
  /** @type {unknown} */
  let parsedFrom;
  return {
    wrapComponents: {
      BaseLayout: (Original) => (props) =>
        h(
          'div',
          { className: 'reference-layout' },
          h(Contents, { document: contract(), changesUrl }),
          h('div', null, h(Original, props)),
        ),
      InfoContainer: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), overview(system, CodeBox, contract(), toText)),
      InfoUrl: (Original) => (props) => h(Original, { ...props, url: contractUrl }),
      OperationSummaryPath: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), badges(props.operationProps)),
      OperationSummary: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), notice(props.operationProps)),
      // Swagger UI nests a link inside the button that opens an operation. Nested controls are not accessible.
      DeepLink: () => (props) => h('span', { className: 'nostyle' }, props.text),
      parameters: (Original) => (props) => {
        const samples = summaryAt(...props.pathMethod);
        const texts = samples && { sdk: toText(samples.sdk), curl: toText(samples.curl) };
        const { changes } = changesOf(
          contract()['x-review'],
          operationAt(...props.pathMethod).operationId,
        );
        return h(
          React.Fragment,
          null,
          changes.length > 0 && operationChanges(React, changes),
          texts && h(Samples, { samples: texts }),
          h(Original, props),
        );
      },
      responses: (Original) => (props) => {
        const summary = summaryAt(props.path, props.method);
        return h(
          React.Fragment,
          null,
          h(Original, props),
          summary && responseNotes(React, summary),
        );
      },
      response: (Original) => (props) => {
        const error = summaryAt(props.path, props.method)?.briefErrors[props.code];
        return h(
          React.Fragment,
          null,
          error ? briefErrorRow(system, props, error) : h(Original, props),
          markRow(React, props.response.get('x-review-marks')),
        );
      },
      headers: () => () => null, // they are in one list below the responses
      curl: () => (props) => {
        const text = withoutKey(getSystem().fn.requestSnippetGenerator_curl_bash(props.request));
        return h(
          'div',
          null,
          h('h4', null, 'Curl'),
          h(CodeBox, { language: 'bash', label: 'the command', text }),
        );
      },
      Input: (Original) => (props) => h(Original, asPassword(props)),
      parameterRow: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Original, withoutSuggestions(props)),
          markRow(React, props.rawParam.get('x-review-marks')),
        ),
      // The first component that follows the name of a schema.
      JSONSchema202012KeywordDeprecated: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Original, props),
          markBadges(React, props.schema['x-review-marks']),
        ),
      JsonSchemaForm: (Original) => (props) => h(Original, withDefaultPlaceholder(props)),
      responseBody: (Original) => (props) => h(Original, asPlainText(props)),
    },
    statePlugins: {
      spec: {
        wrapSelectors: {
          // The overview has the description, below the quick start.
          selectInfoDescriptionField: () => () => '',
          // Without this permission Swagger UI renders no "Try it out" button.
          allowTryItOutFor:
            (original) =>
            (state, path, method, ...others) => {
              if (operationAt(path, method)['x-hideTryItPanel'] === true) return false;
              return original(state, path, method, ...others);
            },
        },
      },
    },
  };

  function contract() {
    const json = getSystem().specSelectors.specJson();
    if (parsed === undefined || parsedFrom !== json) parsed = json.toJS();
    parsedFrom = json;
    return parsed;
  }

  /**
   * The code with the URL of the first server.
   * @param {string} code
   */
  function toText(code) {
    const { servers: [server] = [] } = contract();
    const url = new URL(server?.url ?? '', globalThis.location.href).href.replace(/\/$/, '');
    return code.replaceAll('{baseUrl}', url);
  }

  /**
   * @param {string} path
   * @param {string} method
   */
  function summaryAt(path, method) {
    const { operationId } = operationAt(path, method);
    return operationId && contract()['x-reference']?.operations[operationId];
  }

  /**
   * The operation as in the contract. Swagger UI's own object lacks the vendor extensions until the operation is opened.
   * @param {string} path
   * @param {string} method
   * @returns {Partial<import('@animal-store/contract').Operation>}
   */
  function operationAt(path, method) {
    return (
      Object.entries(contract().paths[path] ?? {}).find(([name]) => name === method)?.[1] ?? {}
    );
  }

  /** @param {import('./swagger-ui.js').OperationProps['operationProps']} operationProps */
  function operationOf(operationProps) {
    return operationAt(operationProps.get('path'), operationProps.get('method'));
  }

  /**
   * Returns the method and path of an operation: `GET /pets` for `listPets`.
   * @param {string | undefined} operationId
   */
  function pathOf(operationId) {
    for (const [path, operations] of Object.entries(contract().paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        if (operationId !== undefined && operation.operationId === operationId) {
          return `${method.toUpperCase()} ${path}`;
        }
      }
    }
    return undefined;
  }

  /** @param {import('./swagger-ui.js').OperationProps['operationProps']} operationProps */
  function badges(operationProps) {
    const { operationId, 'x-stability': stability, deprecated } = operationOf(operationProps);
    const { kind, changes } = changesOf(contract()['x-review'], operationId);
    return [
      kind && changeBadge(React, kind, changes.map(({ message }) => message).join('\n')),
      stability && badge(stability, `reference-${stability}`),
      deprecated === true && badge('deprecated', 'reference-deprecated'),
    ];
  }

  /**
   * @param {string} text
   * @param {string} className
   */
  function badge(text, className) {
    return h('span', { key: text, className: `reference-badge ${className}` }, text);
  }

  /** @param {import('./swagger-ui.js').OperationProps['operationProps']} operationProps */
  function notice(operationProps) {
    const operation = operationOf(operationProps);
    const text = deprecation(operation, pathOf(operation['x-deprecated-successor']));
    return text === undefined ? null : h('p', { className: 'reference-notice' }, text);
  }
}
