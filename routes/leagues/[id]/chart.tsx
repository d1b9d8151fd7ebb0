import chartPage from '../../_chart-page.tsx';

export default chartPage('league');
