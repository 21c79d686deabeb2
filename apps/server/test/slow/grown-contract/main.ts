// Runs the calls in the order of the constructs, and prints a line of JSON for each: `{ construct, name, problem? }`.
import { BODY_CALLS } from './body-calls.js';
import { ENTRY_CALLS } from './entry-calls.js';
import { PARAMETER_CALLS } from './parameter-calls.js';
import { check } from './sdk-case.js';
import { STORED_CALLS } from './stored-calls.js';

const constructs = Object.entries({
  ...PARAMETER_CALLS,
  ...BODY_CALLS,
  ...STORED_CALLS,
  ...ENTRY_CALLS,
});
for (const [construct, cases] of constructs)
  for (const one of cases)
    console.log(JSON.stringify({ construct, name: one[0], problem: await check(one) }));
