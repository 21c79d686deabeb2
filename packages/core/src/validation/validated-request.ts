// Validated request: the typed, exact values of a request, with defaults.

/** The values of the parameters, by name. Requests for the same URL may share them. */
export interface ValidatedParameters {
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** If there are errors, not all values are there. */
export interface ValidatedRequest extends ValidatedParameters {
  body: unknown;
}
