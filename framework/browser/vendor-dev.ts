/** The vendor file of development, where JSX compiles to another function. */
export { jsxDEV } from 'react/jsx-dev-runtime';
export * from './vendor.ts';
