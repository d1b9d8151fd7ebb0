import { layout } from '#framework/define.ts';

export default layout(({ children }) => <section id="inner">{children}</section>);
