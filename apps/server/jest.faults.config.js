import base, { suite } from '../../jest.base.js';

/** One file at a time, since the tests measure times under load. */
export default { ...suite(base, 'faults'), maxWorkers: 1 };
