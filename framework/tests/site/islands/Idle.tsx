import { island } from '#framework/islands/strategy.tsx';

export default island('Idle', 'idle', () => <div>idle</div>);
