// Swagger UI plugin: stability badges, sunset dates, plans, operations without a try-it panel, exact 64-bit integers,
// and try-it requests that send only what the user has typed.
import { overview } from './overview.js';
import { deprecation } from './wording.js';

/** Where Swagger UI takes the initial value of a parameter from. */
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
      // Swagger UI nests a link in the button that opens an operation. Nested controls are not accessible.
      DeepLink: () => (props) => h('span', { className: 'nostyle' }, props.text),
      parameterRow: (Original) => (props) => h(Original, unfilled(props)),
      JsonSchemaForm: (Original) => (props) => h(Original, showDefault(props)),
      responseBody: (Original) => (props) => h(Original, exact(props)),
    },
    statePlugins: {
      spec: {
        wrapSelectors: {
          // If this returns false, there is no "Try it out" button, and so no way to call the operation.
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
   * The operation in the contract: Swagger UI's own object lacks our keywords until the operation is opened.
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
function unfilled(props) {
  const { rawParam, specSelectors } = props;
  if (rawParam.get('required') === true) return props;
  /** @type {typeof specSelectors.parameterWithMetaByIdentity} */
  const parameterWithMetaByIdentity = (...args) => {
    const parameter = specSelectors.parameterWithMetaByIdentity(...args);
    return SUGGESTIONS.reduce((rest, path) => rest?.deleteIn(path), parameter);
  };
  return { ...props, specSelectors: { ...specSelectors, parameterWithMetaByIdentity } };
}

/**
 * Shows the default value as the placeholder of an empty field.
 * @param {{ schema?: import('./swagger-ui.js').Node, description?: unknown }} props
 */
function showDefault(props) {
  const assumed = props.schema?.get('default');
  return assumed === undefined ? props : { ...props, description: String(assumed) };
}

/**
 * Shows a reply with large integers as plain text: Swagger UI uses JSON.parse, which rounds 64-bit integers.
 * @param {import('./swagger-ui.js').ResponseBodyProps} props
 */
function exact(props) {
  const { content, contentType } = props;
  const hasLargeIntegers = typeof content === 'string' && /\d{16,}/.test(content);
  return hasLargeIntegers && /json/i.test(contentType ?? '')
    ? { ...props, contentType: 'text/plain' }
    : props;
}
