// `npm run generate`: writes the SDK's methods, types, enums, schemas, query options and mock from the contract.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { operationSpecs, SCHEMA_TYPES } from '@animal-store/contract';
import { contract } from '@animal-store/contract/model';
import { Int64Places } from '@animal-store/spec/int64-places';
import { toSchemaExports } from './body-schemas.js';
import { renderMock } from './mock/mock-contract.js';
import { renderBodySchemas } from './render-body-schemas.js';
import { renderEnums } from './render-enums.js';
import {
  renderBanPolicy,
  renderCallShapes,
  renderInt64Places,
  renderOperations,
  renderServers,
} from './render-operations.js';
import { renderTanstackQuery } from './render-tanstack-query.js';
import { toSdkOperations } from './sdk-operations.js';

const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n';
const places = new Int64Places();
const operations = toSdkOperations(operationSpecs, contract, places);
const bodies = toSchemaExports(operations, await readFile('src/schemas.ts', 'utf8'));
const files = {
  'operations.ts': renderOperations(operations, contract.info.version),
  'ban-policy.ts': renderBanPolicy(contract),
  'enums.ts': renderEnums(contract, await readFile('src/index.ts', 'utf8')),
  'call-shapes.ts': renderCallShapes(operations),
  'servers.ts': renderServers(contract),
  'int64-places.ts': renderInt64Places(places),
  'tanstack-query.ts': renderTanstackQuery(operations),
  'mock.ts': renderMock(contract),
  'schemas.ts': `export type { ${SCHEMA_TYPES.join(', ')} } from '@animal-store/contract';\n`,
  'body-schemas.ts': renderBodySchemas(bodies),
};
await mkdir('generated', { recursive: true });
for (const [name, text] of Object.entries(files))
  await writeFile(`generated/${name}`, BANNER + text);
