import { endpoints } from '#core/contract/endpoints.ts';
import { type PaidPlan, PLANS } from '#core/numbers/figures.ts';
import { fail } from '#core/refusals/refusals.ts';
import { handle } from '#framework/endpoint.ts';
import { leaveFor } from '#framework/http/response.ts';

export default handle(endpoints.goPlan, ({ request, params, services }) => {
  const { payUrlAnnual, payUrlMonthly, payUrlFundamentals } = services.settings;
  const addresses: Record<PaidPlan, string | undefined> = {
    annual: payUrlAnnual,
    monthly: payUrlMonthly,
    fundamentals: payUrlFundamentals,
  };
  const plan = PLANS.find((name) => name === params.plan);
  const address = plan && addresses[plan];
  if (!address) throw fail('NOT_FOUND');
  services.counts.click(request, `plan_${plan}`);
  return leaveFor(address);
});
