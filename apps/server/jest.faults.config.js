import base, { suite } from '../../jest.base.js';

/** One file at a time, since some tests load the whole machine. */
export default { ...suite(base, 'faults'), maxWorkers: 1 };
