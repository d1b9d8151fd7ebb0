import { encode } from 'uqr';
import { FactorPage } from '#components/account/SecondFactorPages.tsx';
import { formatDate } from '#core/locale/format.ts';
import { page } from '#framework/define.ts';
import { demandProof } from '#services/account/proofs.ts';

export default page({
  async load(ctx) {
    const { user, services, locale, zone, t, flash } = ctx;
    const codes = flash?.values?.codes?.split(' ') ?? null;
    if (!codes) await demandProof(ctx);
    const [state, { hasPassword }] = await Promise.all([
      services.secondFactor.stateOf(user),
      services.recovery.safetyOf(user.id),
    ]);
    const about = { codes, isRequired: user.needsFactor === true, hasPassword };
    if (state.kind === 'off') return { ...about, factor: state };
    if (state.kind === 'begun') {
      const { kind, key, uri } = state;
      return { ...about, factor: { kind, secret: key, picture: qrPicture(uri) } };
    }
    const since = t('safety:factorSince', { date: formatDate(state.since, { locale, zone }) });
    const codesLeft = t('safety:factorCodesLeft', { left: state.codesLeft });
    return { ...about, factor: { kind: state.kind, since, codesLeft } };
  },
  head: ({ t }) => ({ title: t('safety:factorTitle') }),
  view: ({ data }) => <FactorPage {...data} />,
});

/** Width of the white border around a QR code, in modules, by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** Returns a QR code as the path of an SVG of `size` × `size` modules. */
function qrPicture(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
