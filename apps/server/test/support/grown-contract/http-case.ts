// Requests for a construct of the contract, with the replies that they get.

export interface HttpCase {
  construct: string;
  /** `PUT /growth/ids` */
  request: string;
  /** Lines. A body without a Content-Type is application/json. */
  headers?: readonly string[];
  body?: string;
  status: number;
  reply: {
    /** The whole body. */
    text?: string;
    /** The body as JSON, with bigints for integers that are not exact as a number. */
    json?: unknown;
    /** The beginning of `pointer code message` of each error of a 400. */
    errors?: readonly string[];
    /** null: absent. */
    headers?: Readonly<Record<string, string | null>>;
  };
}

/** A case without its construct. */
export type Row = readonly [
  request: string,
  body: string | undefined,
  status: number,
  reply: HttpCase['reply'],
  ...headers: string[],
];

/** A PUT whose body is answered unchanged. */
export const echoed = (name: string, text: string): Row => [
  `PUT /growth/${name}`,
  text,
  200,
  { text },
];

/** A PUT that is a 400 with these errors. Without errors, it is answered unchanged. */
export const refused = (name: string, text: string, errors: readonly string[]): Row =>
  errors.length === 0 ? echoed(name, text) : [`PUT /growth/${name}`, text, 400, { errors }];
