// A browser's window for React in Node: jsdom's globals. React looks for them when it is loaded, so this is imported first.
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><body>', { url: 'https://shop.example/' });
const { document, navigator } = window;
Object.assign(globalThis, { window, document, navigator, IS_REACT_ACT_ENVIRONMENT: true });
