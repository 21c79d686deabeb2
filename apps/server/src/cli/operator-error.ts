// Owns the errors that the operator is told in one line.

/** The command could not be done. Exit 1. */
export class OperatorError extends Error {}

/** The command was called wrongly. Exit 2. */
export class UsageError extends Error {}
