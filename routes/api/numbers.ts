import { endpoints } from '#core/contract/endpoints.ts';
import { FIGURES } from '#core/numbers/figures.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';

/** The numbers by day as CSV; a missing figure is an empty cell. */
export default handle(endpoints.numbers, async ({ query, services }) => {
  const days = await services.numbers.last(query.days);
  async function* rows() {
    yield days.map(({ day, figures }) => [day, ...FIGURES.map((figure) => figures[figure])]);
  }
  return await csvAnswer(`paperpit-numbers-${query.days}`, ['day', ...FIGURES], rows());
});
