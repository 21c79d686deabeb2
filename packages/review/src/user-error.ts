// Error that the user can fix: commands print its message without a stack.

export class UserError extends Error {}
