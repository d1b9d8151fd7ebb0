import { island } from '#islands/_hooks/island.tsx';

export default island('Idle', 'idle', () => <div>idle</div>);
