// `npm run spec:impact [-- BASE]`: what the edits of the contract since BASE mean for clients, the SDK and the server, as Markdown.
import { againstBase, describeBase } from './against-base.js';
import { BrokenContract } from './contract.js';
import { impactReport } from './impact-report.js';
import { NoBase } from './revision.js';

try {
  await againstBase(process.argv[2], async (baseFile, headFile, base) => {
    console.log(await impactReport(baseFile, headFile, describeBase(base)));
  });
} catch (error) {
  if (!(error instanceof BrokenContract) && !(error instanceof NoBase)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
