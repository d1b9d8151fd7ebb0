/** The vendor file of development, where JSX compiles to `jsxDEV`. */
export { jsxDEV } from 'react/jsx-dev-runtime';
export * from './vendor.ts';
