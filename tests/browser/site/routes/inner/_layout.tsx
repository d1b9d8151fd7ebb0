import { layout } from '#server/define.ts';

export default layout(({ children }) => <section id="inner">{children}</section>);
