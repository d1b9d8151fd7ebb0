/** Orders that hang together: one of a group is filled, and a child works from its entry's fill on, over what that filled. */
import { readQuantity } from '#core/money/money.ts';
import type { QuantityMicros } from '#core/money/units.ts';
import type { OrderEventRow } from '#db/queries/proof/verify.ts';
import { nameOfOrder, SeasonDiffersError } from './difference.ts';

type Event = Pick<OrderEventRow, 'orderId' | 'userId' | 'username' | 'kind' | 'at' | 'terms'>;

const CLOSING = { buy: 'sell', short: 'cover', sell: null, cover: null } as const;

/** Takes the events of all orders of a season in their order, and what each order filled, before or after its event. */
export class Families {
  readonly #filledGroups = new Set<string>();
  readonly #filled = new Map<string, Event>();
  readonly #quantities = new Map<string, QuantityMicros>();
  readonly #activated: Event[] = [];

  /** @throws SeasonDiffersError naming the order */
  addEvent(event: Event): void {
    if (event.kind === 'filled') this.#fill(event);
    else if (event.kind === 'activated') this.#activate(event);
  }

  addFill(orderId: string, quantity: QuantityMicros): void {
    this.#quantities.set(orderId, quantity);
  }

  /** What can be told once all fills are there. @throws SeasonDiffersError naming the order */
  close(): void {
    for (const child of this.#activated) {
      const { quantity, parent_id } = child.terms;
      if (quantity === null || readQuantity(quantity) !== this.#quantities.get(parent_id!))
        throw new SeasonDiffersError(`${nameOfOrder(child)} is not over what its entry filled.`);
    }
  }

  #fill(event: Event): void {
    const { oco_id: group } = event.terms;
    if (group !== null && this.#filledGroups.has(group))
      throw new SeasonDiffersError(`${nameOfOrder(event)} is the second of its group to be filled.`);
    if (group !== null) this.#filledGroups.add(group);
    this.#filled.set(event.orderId, event);
  }

  #activate(child: Event): void {
    const entry = this.#filled.get(child.terms.parent_id!);
    const isOwn =
      entry?.userId === child.userId &&
      entry.terms.symbol === child.terms.symbol &&
      CLOSING[entry.terms.action] === child.terms.action;
    if (!isOwn || entry.at.getTime() !== child.at.getTime())
      throw new SeasonDiffersError(`${nameOfOrder(child)} works without a fill of its entry.`);
    this.#activated.push(child);
  }
}
