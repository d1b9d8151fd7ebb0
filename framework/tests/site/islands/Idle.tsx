import { island } from '#framework/islands/island.tsx';

export default island('Idle', 'idle', () => <div>idle</div>);
