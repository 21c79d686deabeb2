import base, { suite } from '../../jest.base.js';

export default suite(base, 'slow');
