// Owns the error for what the person who asked can mend: its message is all that they need, a stack would only hide it.

export class Refusal extends Error {}
