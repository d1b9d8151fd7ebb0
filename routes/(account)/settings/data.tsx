import { DataPage } from '#components/account/DataPages.tsx';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/proofs.ts';

export default page({
  load: demandProof,
  head: ({ t }) => ({ title: t('safety:dataTitle') }),
  view: () => <DataPage />,
});
