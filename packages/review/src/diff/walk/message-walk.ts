// Walk over the parameters, the body and the replies of two operations.
import { getIn, isObject } from '@animal-store/openapi-tools';
import type { Direction, Documents, Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import { documentationChanges } from './documentation.js';
import {
  behaviour,
  below,
  both,
  childOf,
  type Finding,
  finding,
  type Pair,
  type Part,
  sourceOnly,
} from './finding.js';
import { combine, rateRelation } from './relations.js';
import { type Announced, follow, SchemaWalk } from './schema-walk.js';

const REJECTED = 'A request without it is rejected.';

export class MessageWalk {
  readonly #schemas: Record<Direction, SchemaWalk>;

  constructor(
    private readonly documents: Documents,
    private readonly announced: Announced,
  ) {
    this.#schemas = {
      request: new SchemaWalk(documents, 'request', announced),
      response: new SchemaWalk(documents, 'response', announced),
    };
  }

  /** @param was, is the paths of the operations. */
  changes(pair: Pair, was: string, is: string): Finding[] {
    return [
      ...this.#parameters(pair, [namesIn(was), namesIn(is)]),
      ...this.#body({
        base: childOf(pair.base, 'requestBody'),
        head: childOf(pair.head, 'requestBody'),
      }),
      ...this.#responses(pair),
    ];
  }

  #parameters(pair: Pair, templates: [string[], string[]]): Finding[] {
    const before = this.#parametersOf(pair.base, this.documents.base, templates[0]);
    const after = this.#parametersOf(pair.head, this.documents.head, templates[1]);
    const lost = [...before].filter(([key]) => !after.has(key)).map(([, part]) => part);
    const gained = [...after].filter(([key]) => !before.has(key)).map(([, part]) => part);
    const renamed = lost.flatMap((base) => {
      const index = gained.findIndex((head) => isRenamed(base, head));
      const [head] = index < 0 ? [] : gained.splice(index, 1);
      return head === undefined ? [] : [{ base, head }];
    });
    return [
      ...[...before].flatMap(([key, base]) => {
        const head = after.get(key);
        return head === undefined ? [] : this.#parameter({ base, head });
      }),
      ...renamed.map(({ base, head }) => {
        const [from, to] = [base, head].map(({ value }) => ({
          name: getIn(value, 'name'),
          in: getIn(value, 'in'),
        }));
        const text =
          from?.in === to?.in
            ? `\`${from?.name}\` ${from?.in} parameter was renamed to \`${to?.name}\`.`
            : `\`${from?.name}\` ${from?.in} parameter is now a ${to?.in} parameter.`;
        return finding({ base, head }, text, both('major', 'A request with it is rejected.'), [
          String(to?.name),
        ]);
      }),
      ...lost
        .filter((base) => !renamed.some((one) => one.base === base))
        .map((base) =>
          finding(
            { base },
            `${titleOf(base)} was removed.`,
            this.announced(base.pointer) ?? rateRemoved(base),
            [nameOf(base)],
          ),
        ),
      ...gained.map((head) =>
        getIn(head.value, 'required') === true
          ? finding({ head }, `Required ${titleOf(head)} was added.`, both('major', REJECTED), [
              nameOf(head),
            ])
          : finding({ head }, 'added.', both('minor'), [nameOf(head)]),
      ),
    ];
  }

  /** By place and name; those in the path by their position. */
  #parametersOf(operation: Part, document: unknown, template: string[]): Map<string, Part> {
    const list = getIn(operation.value, 'parameters');
    const entries = (Array.isArray(list) ? [...list.keys()] : []).flatMap(
      (index): [string, Part][] => {
        const part = childOf(operation, 'parameters', String(index));
        if (part === undefined) return [];
        const found = follow(document, part);
        const [place, name] = [String(getIn(found.value, 'in')), nameOf(found)];
        return [[`${place} ${place === 'path' ? template.indexOf(name) : name}`, found]];
      },
    );
    return new Map(entries);
  }

  #parameter(pair: Pair): Finding[] {
    const { base, head } = pair;
    const place = (key: string) => ({ base: childOf(base, key), head: childOf(head, key) });
    const found: Finding[] = ['style', 'explode', 'allowReserved', 'allowEmptyValue'].flatMap(
      (key) => {
        const at = place(key);
        if (at.base?.value === at.head?.value) return [];
        const text = describeValueChange(key, at.base?.value, at.head?.value).replace(
          '` ',
          `\` of ${titleOf(head)} `,
        );
        return [
          finding(at, text, behaviour('major', 'Clients must serialize its value in another way.')),
        ];
      },
    );
    if (nameOf(base) !== nameOf(head))
      found.push(
        finding(
          place('name'),
          describeValueChange('name', nameOf(base), nameOf(head)),
          sourceOnly('The URL stays the same; SDK users pass the parameter by its name.'),
        ),
      );
    found.push(...requiredChange(pair, `${titleOf(head)} became required.`));
    found.push(...this.#parameterSchema(pair));
    found.push(...documentationChanges(pair, (key) => IS_RATED.test(key)));
    return below([nameOf(head)], found);
  }

  /** A parameter is a text, so that other schemas than those of JSON may accept the same. */
  #parameterSchema(pair: Pair): Finding[] {
    const [base, head] = [childOf(pair.base, 'schema'), childOf(pair.head, 'schema')];
    if (base === undefined || head === undefined) return this.#schema({ base, head }, 'request');
    const [was, is] = [
      follow(this.documents.base, base).value,
      follow(this.documents.head, head).value,
    ];
    if (isText(was) && acceptsTexts(was, is))
      return [this.#widened({ base, head }, was, is, 'request')];
    const items = getIn(is, 'items');
    const isRepeated =
      getIn(pair.head.value, 'in') === 'query' &&
      getIn(pair.head.value, 'explode') !== false &&
      Number(getIn(is, 'minItems') ?? 0) <= 1;
    if (isText(was) && getIn(is, 'type') === 'array' && items !== undefined && isRepeated) {
      const inner = this.#schemas.request.compare(base, {
        value: items,
        pointer: `${head.pointer}/items`,
      });
      const relation = combine(inner.map((found) => found.relation ?? 'same'));
      if (relation === 'same' || relation === 'wider')
        return [this.#widened({ base, head }, was, is, 'request')];
    }
    return this.#schema({ base, head }, 'request');
  }

  #widened(pair: Pair, was: unknown, is: unknown, direction: Direction): Finding {
    const text = `Type changed from '${getIn(was, 'type')}' to '${getIn(is, 'type')}'; the same texts are valid.`;
    const rating: Rating = { ...rateRelation('wider', direction), source: 'major' };
    return {
      ...finding(
        {
          base: childOf(pair.base, 'type') ?? pair.base,
          head: childOf(pair.head, 'type') ?? pair.head,
        },
        text,
        rating,
        ['schema'],
      ),
      relation: 'wider',
    };
  }

  #schema(
    { base, head }: { base: Part | undefined; head: Part | undefined },
    direction: Direction,
  ): Finding[] {
    if (base !== undefined && head !== undefined)
      return below(['schema'], this.#schemas[direction].compare(base, head));
    if (base === undefined && head === undefined) return [];
    const rating =
      base !== undefined
        ? both('major', 'Clients may rely on it.')
        : direction === 'request'
          ? both('major', 'A value that was not validated may be rejected.')
          : both('minor');
    return [
      finding({ base, head }, base === undefined ? 'added.' : 'removed.', rating, ['schema']),
    ];
  }

  #body({ base, head }: { base: Part | undefined; head: Part | undefined }): Finding[] {
    if (base === undefined && head === undefined) return [];
    const [before, after] = [
      base && follow(this.documents.base, base),
      head && follow(this.documents.head, head),
    ];
    if (before === undefined)
      return [
        finding(
          { head },
          'added.',
          getIn(after?.value, 'required') === true ? both('major', REJECTED) : both('minor'),
          ['requestBody'],
        ),
      ];
    if (after === undefined)
      return [
        finding(
          { base },
          'Request body was removed.',
          both('major', 'A request with it is rejected.'),
          ['requestBody'],
        ),
      ];
    const pair = { base: before, head: after };
    return below(
      ['requestBody'],
      [
        ...requiredChange(pair, 'Request body became required.'),
        ...this.#content(pair, 'request'),
        ...documentationChanges(pair, (key) => /^(?:required|content)$/.test(key)),
      ],
    );
  }

  #responses({ base, head }: Pair): Finding[] {
    const statuses = (part: Part) => Object.keys(asObject(getIn(part.value, 'responses')));
    const at = (part: Part, status: string, document: unknown) => {
      const found = childOf(part, 'responses', status);
      return found && follow(document, found);
    };
    const before = (status: string) => at(base, status, this.documents.base);
    const after = (status: string) => at(head, status, this.documents.head);
    const lost = statuses(base).filter((status) => !statuses(head).includes(status));
    const gained = statuses(head).filter((status) => !statuses(base).includes(status));
    const path = (status: string) => ['responses', status];
    const [from = '', to = ''] =
      lost.length === 1 && gained.length === 1 ? [lost[0], gained[0]] : [];
    const own = (part: Part, status: string) => childOf(part, 'responses', status);
    if (from !== '') {
      const rating = isError(from)
        ? { wire: 'minor' as const, source: 'major' as const, why: GONE }
        : both('major', 'A client that expects it gets another response.');
      return below(path(to), [
        finding(
          { base: own(base, from), head: own(head, to) },
          `Response \`${from}\` became \`${to}\`.`,
          isError(to) ? rating : both('major', 'A client that expects it gets another response.'),
        ),
      ]).concat(this.#common(statuses(base), statuses(head), before, after));
    }
    return [
      ...this.#common(statuses(base), statuses(head), before, after),
      ...lost.map((status) =>
        finding(
          { base: own(base, status) },
          `Response \`${status}\` was removed.`,
          isError(status)
            ? { wire: 'minor', source: 'major', why: GONE }
            : both('major', 'A client that expects it gets another response.'),
          path(status),
        ),
      ),
      ...gained.map((status) =>
        finding(
          { head: own(head, status) },
          'added.',
          isError(status)
            ? both('minor')
            : both('major', 'A client may receive a success that it does not know.'),
          path(status),
        ),
      ),
    ];
  }

  #common(
    before: string[],
    after: string[],
    was: (status: string) => Part | undefined,
    is: (status: string) => Part | undefined,
  ): Finding[] {
    return before
      .filter((status) => after.includes(status))
      .flatMap((status) => {
        const [base, head] = [was(status), is(status)];
        return base === undefined || head === undefined
          ? []
          : below(['responses', status], this.#response({ base, head }));
      });
  }

  #response(pair: Pair): Finding[] {
    const names = new Set(
      [pair.base, pair.head].flatMap(({ value }) => Object.keys(asObject(getIn(value, 'headers')))),
    );
    return [
      ...[...names].flatMap((name) =>
        below(
          ['headers', name],
          this.#header(
            name,
            childOf(pair.base, 'headers', name),
            childOf(pair.head, 'headers', name),
          ),
        ),
      ),
      ...this.#content(pair, 'response'),
      ...documentationChanges(pair, (key) => /^(?:headers|content)$/.test(key)),
    ];
  }

  #header(name: string, base: Part | undefined, head: Part | undefined): Finding[] {
    const [before, after] = [
      base && follow(this.documents.base, base),
      head && follow(this.documents.head, head),
    ];
    if ((before === undefined || after === undefined) && isAnnouncement(name, base ?? head))
      return []; // it follows from the deprecation, which is a change of its own
    if (before === undefined) return [finding({ head }, 'added.', both('minor'))];
    if (after === undefined) {
      const isDispensable = getIn(before.value, 'required') !== true;
      const rating: Rating = isDispensable
        ? { wire: 'minor', source: 'major', why: GONE }
        : both('major', 'A client that reads it does not receive it.');
      return [finding({ base }, `Response header \`${name}\` was removed.`, rating)];
    }
    const pair = { base: before, head: after };
    const required = { base: childOf(before, 'required'), head: childOf(after, 'required') };
    const [was, is] = [required.base?.value, required.head?.value];
    const rating =
      was === true
        ? both('major', 'A client that relies on the header may not receive it.')
        : both('minor', 'Clients can rely on the header.');
    return [
      ...(was === is ? [] : [finding(required, describeValueChange('required', was, is), rating)]),
      ...this.#schema(
        { base: childOf(before, 'schema'), head: childOf(after, 'schema') },
        'response',
      ),
      ...documentationChanges(pair, (key) => /^(?:required|schema|deprecated)$/.test(key)),
    ];
  }

  #content(pair: Pair, direction: Direction): Finding[] {
    const [base, head] = [childOf(pair.base, 'content'), childOf(pair.head, 'content')];
    const gone = 'A client that uses that format no longer works.';
    if (base === undefined || head === undefined)
      return base === head
        ? []
        : [
            finding(
              { base, head },
              base === undefined ? 'added.' : 'All media types were removed.',
              base === undefined ? both('minor') : both('major', gone),
              ['content'],
            ),
          ];
    const [before, after] = [base, head].map(({ value }) => Object.keys(asObject(value)));
    const lost = (before ?? []).filter((type) => !after?.includes(type));
    const gained = (after ?? []).filter((type) => !before?.includes(type));
    const [from = '', to = ''] =
      lost.length === 1 && gained.length === 1 ? [lost[0], gained[0]] : [];
    const changed =
      from !== ''
        ? [
            finding(
              { base: childOf(base, from), head: childOf(head, to) },
              `Media type \`${from}\` became \`${to}\`.`,
              both('major', gone),
              [to],
            ),
          ]
        : [
            ...lost.map((type) =>
              finding(
                { base: childOf(base, type) },
                `Media type \`${type}\` was removed.`,
                both('major', gone),
                [type],
              ),
            ),
            ...gained.map((type) =>
              finding({ head: childOf(head, type) }, 'added.', both('minor'), [type]),
            ),
          ];
    const common = (before ?? [])
      .filter((type) => after?.includes(type))
      .flatMap((type) => {
        const [one, other] = [childOf(base, type), childOf(head, type)];
        if (one === undefined || other === undefined) return [];
        return below(
          [type],
          [
            ...this.#schema(
              { base: childOf(one, 'schema'), head: childOf(other, 'schema') },
              direction,
            ),
            ...documentationChanges({ base: one, head: other }, (key) => key === 'schema'),
          ],
        );
      });
    return below(['content'], [...changed, ...common]);
  }
}

const GONE = 'Clients had to expect responses without it; the SDK has no type of it any more.';
const IS_RATED =
  /^(?:name|in|required|schema|style|explode|allowReserved|allowEmptyValue|deprecated|x-deprecated-.*)$/;

function requiredChange({ base, head }: Pair, became: string): Finding[] {
  const place = { base: childOf(base, 'required'), head: childOf(head, 'required') };
  const [was, is] = [place.base?.value === true, place.head?.value === true];
  if (was === is) return [];
  return is
    ? [finding(place, became, both('major', REJECTED))]
    : [
        finding(
          place,
          describeValueChange('required', true, undefined),
          both('minor', 'More requests are valid; existing clients keep working.'),
        ),
      ];
}

/** Whether a header announces a deprecation. The build adds it to the responses of what is deprecated. */
function isAnnouncement(name: string, header: Part | undefined): boolean {
  const target = getIn(header?.value, '$ref');
  return /^(?:deprecation|sunset)$/i.test(name) || /SuccessorLink$/.test(String(target));
}

/** The service ignores headers that it does not know. */
function rateRemoved(parameter: Part): Rating {
  return getIn(parameter.value, 'in') === 'header'
    ? {
        wire: 'minor',
        source: 'major',
        why: 'The service ignores it; the SDK has no type of it any more.',
      }
    : both('major', 'A request with it is rejected.');
}

/** Whether two parameters differ in their name, or in their place, and in nothing else. */
function isRenamed(base: Part, head: Part): boolean {
  const differences = documentationChanges({ base, head }, (key) =>
    /^(?:description|example|examples)$/.test(key),
  );
  return (
    differences.length === 1 &&
    getIn(base.value, 'in') !== 'path' &&
    getIn(head.value, 'in') !== 'path'
  );
}

function titleOf(parameter: Part): string {
  return `\`${nameOf(parameter)}\` ${getIn(parameter.value, 'in')} parameter`;
}

function nameOf({ value }: Part): string {
  return String(getIn(value, 'name'));
}

/** The names of the parameters in a path, in their order. */
function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}

/** Whether the values are one text each. */
function isText(schema: unknown): boolean {
  return /^(?:integer|number|boolean|string)$/.test(String(getIn(schema, 'type')));
}

const LIMITS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'enum',
  'const',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
];

/** Whether the texts of all numbers, or of both booleans, are valid. */
function acceptsTexts(was: unknown, is: unknown): boolean {
  if (getIn(is, 'type') !== 'string' || getIn(was, 'type') === 'string') return false;
  const limits = LIMITS.filter((keyword) => getIn(is, keyword) !== undefined);
  if (limits.length === 0) return true;
  const values = getIn(is, 'enum');
  return (
    getIn(was, 'type') === 'boolean' &&
    limits.join() === 'enum' &&
    Array.isArray(values) &&
    ['true', 'false'].every((text) => values.includes(text))
  );
}

function asObject(value: unknown): object {
  return isObject(value) ? value : {};
}
