// Prints, for each head, the witnesses of its changes as a JSON line: `tsx print-witnesses.ts BASE HEAD...`. The server's tests
// run it as a process of its own.
import { compare } from '../../src/diff/compare.js';

const [base = '', ...heads] = process.argv.slice(2);
for (const head of heads) {
  const { changes } = await compare(base, head, '2026-11-23');
  console.log(JSON.stringify(changes.flatMap(({ witness }) => witness ?? [])));
}
