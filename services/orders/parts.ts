/** The parts that orders are made of, put together. */
import type { Sql } from '#db/client.ts';
import type { Market } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createQueue } from '../platform/queue.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Bus } from '../realtime/bus.ts';
import { Desk } from './desk.ts';
import { OrderEngine } from './engine.ts';
import { createObserver } from './observed.ts';
import { OrderDesk } from './orders.ts';
import { createOrderSteps } from './steps.ts';

export function createOrderParts(deps: {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  bus: Bus;
  priceCheck: PriceCheck;
  log: Log;
}) {
  const { sql, market, bus } = deps;
  const queue = createQueue<number>();
  const observer = market.path ? null : createObserver(deps);
  const desk = new Desk({ sql, market, bus, observer });
  return {
    /** One thing after another per trader, whatever changes their account. */
    queue,
    desk,
    orderSteps: createOrderSteps({ desk, market, bus, observer }),
    orders: new OrderDesk({ ...deps, queue, desk }),
    orderEngine: new OrderEngine({ ...deps, queue, desk, observer }),
  };
}
