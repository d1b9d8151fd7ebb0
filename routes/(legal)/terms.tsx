import legalPage from './_legal-page.tsx';

export default legalPage('terms');
