// Enums whose values are objects, or stand beside the structure of objects.
import { CONTRACT, load } from './support/load.js';

const LINE = CONTRACT.split('\n').length; // of the first line after the contract

test.each([
  'type: [object, string], properties: { name: { type: string } }, enum: [any]',
  'type: [array, object], items: { type: string }, additionalProperties: false, enum: [[any]]',
  'type: [object, integer], additionalProperties: { type: string }, enum: [1, { name: any }]',
  'type: object, enum: [{ $ref: any }]',
  'type: object, properties: { name: { type: string } }, enum: [{ name: any }]',
  'properties: { name: { type: string } }, enum: [any]',
])(
  'when values are listed for the structure of an object, then `enum` is refused: %s',
  async (keywords) => {
    const { problems } = await load(`${CONTRACT}    Any: { ${keywords} }\n`);
    const column = `    Any: { ${keywords}`.indexOf('enum:') + 1;
    expect(problems).toEqual([
      `openapi.yaml:${LINE}:${column} animal-store/contract-schema \`enum\` has no generated type beside \`type: object\`, \`properties\` or \`additionalProperties\`. Write \`oneOf\`, with a schema for each kind of value: the properties of an object may have a \`const\` or an \`enum\`.`,
    ]);
  },
);

test('when values are listed for no structure, then they are served', async () => {
  const any = `    Any: { type: [object, string, "null"], enum: [{ name: any }, any, null] }\n`;
  expect((await load(CONTRACT + any)).problems).toEqual([]);
});
