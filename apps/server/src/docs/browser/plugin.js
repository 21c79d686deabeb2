// Swagger UI plugin: stability badges, deprecation notices, rate limits, operations without a "Try it out" button, exact
// 64-bit integers, and requests that contain only what the user has entered.
import { overview } from './overview.js';
import { deprecation } from './wording.js';

/** Keywords from which Swagger UI fills in a parameter. */
const SUGGESTIONS = [
  ['example'],
  ['examples'],
  ['schema', 'example'],
  ['schema', 'examples'],
  ['schema', 'default'],
];

/**
 * Creates the plugin.
 * @param {import('./swagger-ui.js').System} system
 * @param {string} contractUrl Where the contract is published for programs.
 * @returns {import('./swagger-ui.js').Plugin}
 */
export function referencePlugin({ React, getSystem }, contractUrl) {
  const h = React.createElement;
  return {
    wrapComponents: {
      InfoContainer: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), overview(React, contract())),
      InfoUrl: (Original) => (props) => h(Original, { ...props, url: contractUrl }),
      OperationSummaryPath: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), badges(props.operationProps)),
      OperationSummary: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), notice(props.operationProps)),
      // Swagger UI nests a link inside the button that opens an operation. Nested controls are not accessible.
      DeepLink: () => (props) => h('span', { className: 'nostyle' }, props.text),
      parameterRow: (Original) => (props) => h(Original, withoutSuggestions(props)),
      JsonSchemaForm: (Original) => (props) => h(Original, withDefaultPlaceholder(props)),
      responseBody: (Original) => (props) => h(Original, asPlainText(props)),
    },
    statePlugins: {
      spec: {
        wrapSelectors: {
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
    return getSystem().specSelectors.specJson().toJS();
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
    const { 'x-stability': stability, deprecated } = operationOf(operationProps);
    return [
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

/**
 * Leaves optional parameters empty. Swagger UI would fill in their examples and send them.
 * @param {import('./swagger-ui.js').ParameterRowProps} props
 */
function withoutSuggestions(props) {
  const { rawParam, specSelectors } = props;
  if (rawParam.get('required') === true) return props;
  /** @type {typeof specSelectors.parameterWithMetaByIdentity} */
  const parameterWithMetaByIdentity = (...args) => {
    const parameter = specSelectors.parameterWithMetaByIdentity(...args);
    return SUGGESTIONS.reduce((remaining, path) => remaining?.deleteIn(path), parameter);
  };
  return { ...props, specSelectors: { ...specSelectors, parameterWithMetaByIdentity } };
}

/**
 * Shows the default value as the placeholder of an empty field.
 * @param {{ schema?: import('./swagger-ui.js').Node, description?: unknown }} props
 */
function withDefaultPlaceholder(props) {
  const defaultValue = props.schema?.get('default');
  return defaultValue === undefined ? props : { ...props, description: String(defaultValue) };
}

/**
 * Shows a response with large integers as plain text: Swagger UI uses JSON.parse, which rounds 64-bit integers.
 * @param {import('./swagger-ui.js').ResponseBodyProps} props
 */
function asPlainText(props) {
  const { content, contentType } = props;
  const hasLargeIntegers = typeof content === 'string' && /\d{16,}/.test(content);
  return hasLargeIntegers && /json/i.test(contentType ?? '')
    ? { ...props, contentType: 'text/plain' }
    : props;
}
