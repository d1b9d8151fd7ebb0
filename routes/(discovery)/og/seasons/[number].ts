import { drawCard } from '#components/home/card.ts';
import { endpoints } from '#core/contract/endpoints.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { notFound } from '#framework/define.ts';
import { handle } from '#framework/endpoint.ts';
import { cardAnswer, seasonCardOf } from '#services/home/link-cards.ts';

export default handle(endpoints.seasonCard, async ({ params, query, services }) => {
  const season = await seasonByNumber(services.sql, Number.parseInt(params.number, 10));
  if (!season) throw notFound();
  const svg = drawCard(seasonCardOf(services, season, query.l));
  return cardAnswer(await services.cards.png(`season ${season.number} ${query.l}`, svg), query.l);
});
