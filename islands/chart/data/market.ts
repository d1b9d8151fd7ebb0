/** What another ticker or interval needs: the first chart comes with the page. */
export { browserFeed } from './browser-feed.ts';
export { fetchCompany, fetchLast, searchCompanies } from './company.ts';
