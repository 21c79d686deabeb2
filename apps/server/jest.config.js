import { availableParallelism } from 'node:os';
import base from '../../jest.base.js';

/** Tests wait for servers and databases: four workers keep two cores busy. */
export default { ...base, maxWorkers: Math.max(4, availableParallelism()) };
