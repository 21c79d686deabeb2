import { suite } from '../../jest.base.js';
import config from './jest.config.js';

export default suite(config, 'slow');
