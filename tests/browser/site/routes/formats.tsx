import { page } from '#framework/define.ts';
import Formats from '../islands/Formats.tsx';

export default page({ access: 'public', head: () => ({ title: 'Formats' }), view: () => <Formats /> });
