// Owns what Swagger UI lacks: stability badges, sunset dates, plans, operations without a live panel, exact integers.
import { overview } from './overview.js';
import { deprecation } from './wording.js';

/** A plugin as Swagger UI takes it: a function of its system. */
export function referencePlugin({ React, getSystem }) {
  const h = React.createElement;
  return {
    wrapComponents: {
      InfoContainer: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Original, props),
          overview(React, getSystem().specSelectors.specJson().toJS()),
        ),
      OperationSummaryPath: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), badges(props.operationProps)),
      OperationSummary: (Original) => (props) =>
        h(React.Fragment, null, h(Original, props), notice(props.operationProps)),
      // A link inside the button that opens an operation would be a control within a control.
      DeepLink: () => (props) => h('span', { className: 'nostyle' }, props.text),
      responseBody: (Original) => (props) => h(Original, exact(props)),
    },
    statePlugins: {
      spec: {
        wrapSelectors: {
          // Without it there is no «Try it out» button, and so no way to call the operation.
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

  /** As the contract has it: what Swagger UI hands on lacks our keywords until the operation is opened. */
  function operationAt(path, method) {
    const operation = getSystem().specSelectors.specJson().getIn(['paths', path, method]);
    return operation?.toJS() ?? {};
  }

  function operationOf(operationProps) {
    return operationAt(operationProps.get('path'), operationProps.get('method'));
  }

  function badges(operationProps) {
    const { 'x-stability': stability, deprecated } = operationOf(operationProps);
    return [
      stability && badge(stability, `reference-${stability}`),
      deprecated === true && badge('deprecated', 'reference-deprecated'),
    ];
  }

  function badge(text, className) {
    return h('span', { key: text, className: `reference-badge ${className}` }, text);
  }

  function notice(operationProps) {
    const text = deprecation(operationOf(operationProps));
    return text === undefined ? null : h('p', { className: 'reference-notice' }, text);
  }
}

/** Swagger UI reads a reply with JSON.parse, which rounds 64-bit integers: one that has any is shown as it came. */
function exact(props) {
  const { content, contentType } = props;
  const hasLargeIntegers = typeof content === 'string' && /\d{16,}/.test(content);
  return hasLargeIntegers && /json/i.test(contentType ?? '')
    ? { ...props, contentType: 'text/plain' }
    : props;
}
