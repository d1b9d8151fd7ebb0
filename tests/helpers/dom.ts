/** Gives unit tests of browser code a document, and tells React that tests drive it. */
import { afterEach } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

GlobalRegistrator.register({ url: 'http://localhost:3000/' });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// imported late: on loading, the library looks for a document
const { cleanup } = await import('@testing-library/react');
afterEach(cleanup);
