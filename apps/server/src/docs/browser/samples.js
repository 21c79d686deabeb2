// Code samples: how to install and call the SDK, and a sample of each operation for the SDK and for curl.

/** @typedef {import('./swagger-ui.js').Child} Child */

const LANGUAGES = /** @type {const} */ ([
  ['sdk', 'SDK', 'javascript'],
  ['curl', 'curl', 'bash'],
]);

/** The language that was chosen last. Operations that are opened later start with it. */
let chosen = 'sdk';

/**
 * Creates the component with the samples of an operation.
 * @param {import('./swagger-ui.js').React} React
 * @param {import('./swagger-ui.js').Component<import('./swagger-ui.js').CodeBoxProps>} CodeBox
 * @returns {(props: { samples: { sdk: string, curl: string } }) => Child}
 */
export function operationSamples(React, CodeBox) {
  const h = React.createElement;
  return function operationSamples({ samples }) {
    const [current, setCurrent] = React.useState(chosen);
    const choose = (/** @type {string} */ name) => {
      chosen = name;
      setCurrent(name);
    };
    return h(
      'div',
      { className: 'reference-samples' },
      h(
        'div',
        { className: 'opblock-section-header' },
        h('h4', { className: 'opblock-title' }, 'Sample'),
        h(
          'div',
          { className: 'reference-choice', role: 'group', 'aria-label': 'Language' },
          LANGUAGES.map(([name, label]) =>
            h(
              'button',
              {
                key: name,
                type: 'button',
                'aria-pressed': name === current,
                onClick: () => choose(name),
              },
              label,
            ),
          ),
        ),
      ),
      LANGUAGES.filter(([name]) => name === current).map(([name, label, language]) =>
        h(CodeBox, { key: name, language, label: `the ${label} sample`, text: samples[name] }),
      ),
    );
  };
}

/**
 * The section above the operations.
 * @param {import('./swagger-ui.js').React} React
 * @param {import('./swagger-ui.js').Component<import('./swagger-ui.js').CodeBoxProps>} CodeBox
 * @param {{ installCommand: string, firstCall: string }} texts
 */
export function quickStart({ createElement: h }, CodeBox, { installCommand, firstCall }) {
  return [
    h('h2', { key: 'heading', id: 'quick-start' }, 'Quick start'),
    h('p', { key: 'install' }, 'Install the typed client for browsers and servers:'),
    h(CodeBox, { key: 'command', language: 'bash', label: 'the command', text: installCommand }),
    h(
      'p',
      { key: 'call' },
      'Create it once. The samples of the operations call this ',
      h('code', null, 'store'),
      '. In a web page, use a publishable key, never a secret one.',
    ),
    h(CodeBox, { key: 'code', language: 'javascript', label: 'the first call', text: firstCall }),
  ];
}
