import { withoutKey } from '../../../src/docs/browser/try-it.js';

test.each(['as_live_abc', "it'\\''s", 'x\\', 'a b \\ c'])(
  'when a curl command has the key %s, then it has a variable of the shell instead',
  (key) => {
    const command = (authorization: string) =>
      `curl -X 'GET' \\\n  'http://x/v1/pets' \\\n  -H ${authorization} \\\n  -H 'accept: */*'`;
    const masked = '"Authorization: Bearer $ANIMAL_STORE_KEY"';
    expect(withoutKey(command(`'Authorization: Bearer ${key}'`))).toBe(command(masked));
    expect(withoutKey(`curl -H 'authorization: Bearer ${key}'`)).toBe(`curl -H ${masked}`);
  },
);
