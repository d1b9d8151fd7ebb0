import portfolioPage from '../../_portfolio-page.tsx';

export default portfolioPage('league');
