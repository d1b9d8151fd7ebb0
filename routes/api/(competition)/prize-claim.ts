import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(
  endpoints.claimPrize,
  { back: '/prize', fields: ['season', 'legalName', 'contact', 'isAdult', 'payment'] },
  async (call) => {
    const { season, ...claim } = call.body;
    await call.services.claims.claim(call.user, season, claim);
    return acknowledge(call, 'prizes:claimed', '/prize');
  },
);
