// "Try it out": fields that start empty, exact 64-bit integers, and no API key in what is shown or copied.

/** Keywords from which Swagger UI fills in a parameter. */
const SUGGESTIONS = [
  ['example'],
  ['examples'],
  ['schema', 'example'],
  ['schema', 'examples'],
  ['schema', 'default'],
];

/**
 * Leaves optional parameters empty. Swagger UI would fill in their examples and send them.
 * @param {import('./swagger-ui.js').ParameterRowProps} props
 */
export function withoutSuggestions(props) {
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
export function withDefaultPlaceholder(props) {
  const defaultValue = props.schema?.get('default');
  return defaultValue === undefined ? props : { ...props, description: String(defaultValue) };
}

/**
 * Shows a response with large integers as plain text: Swagger UI uses JSON.parse, which rounds 64-bit integers.
 * @param {import('./swagger-ui.js').ResponseBodyProps} props
 */
export function asPlainText(props) {
  const { content, contentType } = props;
  const hasLargeIntegers = typeof content === 'string' && /\d{16,}/.test(content);
  return hasLargeIntegers && /json/i.test(contentType ?? '')
    ? { ...props, contentType: 'text/plain' }
    : props;
}

/**
 * Hides the API key while it is typed.
 * @param {import('./swagger-ui.js').InputProps} props
 */
export function asPassword(props) {
  return props.id === 'auth-bearer-value'
    ? { ...props, type: 'password', autoComplete: 'off' }
    : props;
}

/**
 * Replaces the API key in a generated curl command, which is shown and copied, by a variable of the shell.
 * @param {string} command With one argument on each line.
 */
export function withoutKey(command) {
  return command.replace(
    /-H \$?'Authorization:.*?(?=(?: \\)?$)/gim,
    '-H "Authorization: Bearer $ANIMAL_STORE_KEY"',
  );
}
