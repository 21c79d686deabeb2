// `npm test -- generators`: the clients that other generators build from openapi.yaml list, create and get a 404 from a real
// server. They have been generated and compiled before.
import assert from 'node:assert/strict';
import { startService } from '@animal-store/service';
import { CHECKS, NAME } from './checks.ts';

const service = await startService();
try {
  for (const [generator, check] of Object.entries(CHECKS)) {
    const { created, listed, missingStatus } = await check(service);
    assert.equal(created.name, NAME, `${generator}: create`);
    assert.ok(
      listed.some(({ id }) => BigInt(id) === BigInt(created.id)),
      `${generator}: list`,
    );
    assert.equal(missingStatus, 404, `${generator}: an animal that does not exist`);
    console.log(`${generator}: list, create and 404 work`);
  }
} finally {
  await service.stop();
}
