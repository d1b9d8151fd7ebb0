import { drawCard } from '#components/home/card.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { notFound } from '#framework/define.ts';
import { handle } from '#framework/endpoint.ts';
import { cardAnswer, traderCardOf } from '#services/home/link-cards.ts';
import { findPage } from '#services/trader/trader-page.ts';

export default handle(endpoints.traderCardPicture, async ({ params, query, services }) => {
  if (!params.name.endsWith('.png')) throw notFound();
  const trader = await findPage(services, params.name.slice(0, -'.png'.length), null);
  const svg = drawCard(await traderCardOf(services, trader, query.l));
  return cardAnswer(await services.cards.png(`trader ${trader.id} ${query.l}`, svg), query.l);
});
