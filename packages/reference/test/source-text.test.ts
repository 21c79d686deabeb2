import fc from 'fast-check';
import { toSource } from '../src/source-text.js';

const evaluate = (source: string): unknown => new Function(`return ${source};`)();

test('when a JSON value is rendered, then its source evaluates to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const source = toSource(value);
      // JSON has no negative zero, and large integers become bigints
      fc.pre(!/-0\b|\dn\b/.test(source));
      expect(evaluate(source)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  [{ name: 'Hambone', 'X-Tenant': 7 }, "{ name: 'Hambone', 'X-Tenant': 7 }"],
  ["it's", '"it\'s"'],
  [`"it's"`, `'"it\\'s"'`],
  [2 ** 60, '1152921504606846976n'],
  [[], '[]'],
  [{}, '{}'],
  [[{ id: 1 }, null, true], '[{ id: 1 }, null, true]'],
])('when the value is %j, then its source is %s', (value, source) => {
  expect(toSource(value)).toBe(source);
});

test('when a value does not fit on a line, then each of its members is on a line of its own', () => {
  const name = 'n'.repeat(60);
  expect(toSource({ name, tags: ['calm', 'small'] })).toBe(
    `{\n  name: '${name}',\n  tags: ['calm', 'small'],\n}`,
  );
});

test('when an object has a property __proto__, then it stays one', () => {
  const source = toSource(JSON.parse('{"__proto__":1}'));
  expect(JSON.stringify(evaluate(source))).toBe('{"__proto__":1}');
});
