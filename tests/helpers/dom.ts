/** A document for the unit tests of browser code, and React told that tests drive it. */
import { afterEach } from 'bun:test';
import { GlobalRegistrator } from '@happy-dom/global-registrator';

GlobalRegistrator.register({ url: 'http://localhost:3000/' });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// imported late: the library looks for a document when it is loaded
const { cleanup } = await import('@testing-library/react');
afterEach(cleanup);
