// Code with a button that copies it.

/** How long the button says that the code was copied. */
const COPIED_MS = 2000;

/**
 * Creates the component.
 * @param {import('./swagger-ui.js').System} system
 * @returns {(props: import('./swagger-ui.js').CodeBoxProps) => import('./swagger-ui.js').Element}
 */
export function codeBox({ React, getComponent }) {
  const h = React.createElement;
  return function codeBox({ label, language, text }) {
    const [isCopied, setCopied] = React.useState(false);
    const copy = async () => {
      await copyText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    };
    return h(
      'div',
      { className: 'reference-code' },
      h(getComponent('SyntaxHighlighter', true), { language, className: 'microlight' }, text),
      h(
        'button',
        {
          type: 'button',
          className: 'reference-copy',
          'aria-label': isCopied ? 'Copied' : `Copy ${label}`,
          onClick: copy,
        },
        isCopied ? 'Copied' : 'Copy',
      ),
      h('span', { role: 'status', className: 'reference-hidden' }, isCopied ? 'Copied' : ''),
    );
  };
}

/**
 * Browsers offer the clipboard only to pages from https and from this machine. Others need a selected text.
 * @param {string} text
 */
async function copyText(text) {
  const { document, navigator } = globalThis;
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
