import { page } from '#framework/define.ts';
import Idle from '../islands/Idle.tsx';

export default page({ access: 'public', head: () => ({ title: 'Idle' }), view: () => <Idle /> });
