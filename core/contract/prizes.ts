/** The prizes of a season: the admins' decisions about its winners, and the winners' answers. */
import { z } from 'zod';
import { issue } from '../refusals/issues.ts';
import type { EndpointTable } from './endpoint.ts';
import { formCall, NextPath, RowId, reasonField, ShownVersion } from './fields.ts';
import { ChangeReason, ReviewHours } from './season.ts';

const Season = RowId.shape.id;
const Username = z
  .string({ error: issue('nameTrader') })
  .trim()
  .min(1, { error: issue('nameTrader') })
  .max(100);
const Reason = reasonField(issue('giveReason'));
/** A checkbox of a form, absent when it is not ticked. */
const Ticked = z
  .union([z.boolean(), z.enum(['true', 'false', 'on']).transform((word) => word !== 'false')])
  .default(false);

const TraderDecision = z.object({ season: Season, username: Username, reason: Reason });
const Withhold = TraderDecision.extend({ isPublic: Ticked.describe('Everybody may read the reason') });
const SeasonNamed = z.object({ season: Season });
const ConfirmWinners = SeasonNamed.extend({ version: ShownVersion });
const Winner = z.object({ season: Season, username: Username });
const Payment = Winner.extend({
  note: z
    .string()
    .trim()
    .max(500, { error: issue('mostCharactersFull') })
    .default(''),
  version: ShownVersion,
});
export const ChooseReview = z.object({
  hours: ReviewHours.describe(
    'Hours between the end of a season and the day by which its winners are confirmed',
  ),
  reason: ChangeReason,
});

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: issue('mostCharactersFull') });
/** Matches an e-mail address and a phone number of at least 7 digits. */
const CONTACT = /\S@\S|(?:\d\D*){7}/;
const PrizeClaim = z.object({
  legalName: line(200).min(2, { error: issue('legalName') }),
  contact: line(254)
    .regex(CONTACT, { error: issue('prizeContact') })
    .describe('An e-mail address or a phone number'),
  isAdult: Ticked.refine(Boolean, { error: issue('adultOnly') }),
  payment: line(200).default('').describe('How the winner wishes to be paid'),
});
export type PrizeClaim = z.output<typeof PrizeClaim>;
const ClaimOfSeason = PrizeClaim.extend({ season: Season });
const ShownClaim = z.object({ legalName: z.string(), contact: z.string(), payment: z.string() });

const ofTrader = ['NOT_FOUND', 'UNKNOWN_TRADER'] as const;
const admin = formCall('admin');
const winner = formCall('member');

export const prizeEndpoints = {
  disqualify: {
    ...admin,
    path: '/api/disqualify',
    summary: "Takes a trader out of a season's ranking.",
    body: TraderDecision.extend({
      next: NextPath.describe('Where the form leads; the page of the season if absent'),
    }),
    errors: [...ofTrader, 'ALREADY_DISQUALIFIED'],
    example: { body: { season: 1, username: 'dana', reason: 'Two accounts.' } },
  },
  liftDecision: {
    ...admin,
    path: '/api/lift',
    summary: 'Gives a disqualified trader the place back, and a trader without a prize the prize.',
    body: TraderDecision,
    errors: [...ofTrader, 'NOTHING_TO_LIFT'],
    example: { body: { season: 1, username: 'dana', reason: 'It was another Dana.' } },
  },
  withholdPrize: {
    ...admin,
    path: '/api/no-prize',
    summary: 'Takes the prize from a trader who keeps the place; the money goes to the places below.',
    body: Withhold,
    errors: [...ofTrader, 'NOT_ENDED', 'ALREADY_WITHOUT_PRIZE', 'PRIZE_PAID'],
    example: { body: { season: 1, username: 'dana', reason: 'Works for the organizer.', isPublic: true } },
  },
  confirmWinners: {
    ...admin,
    path: '/api/confirm-winners',
    summary: 'Makes the winners of a season final and offers them their prizes.',
    body: ConfirmWinners,
    errors: ['NOT_FOUND', 'NOT_ENDED', 'ALREADY_CONFIRMED', 'CHANGED_MEANWHILE'],
    example: { body: { season: 1 } },
  },
  showClaim: {
    ...admin,
    path: '/api/prize-contact',
    summary: "Shows a winner's name and contact; each look is written down.",
    body: Winner,
    answer: ShownClaim,
    errors: ofTrader,
    example: { body: { season: 1, username: 'dana' } },
  },
  payPrize: {
    ...admin,
    path: '/api/prize-paid',
    summary: 'Notes that a winner has the money.',
    body: Payment,
    errors: [...ofTrader, 'NOT_CONFIRMED', 'NOT_CLAIMED', 'PRIZE_PAID', 'CHANGED_MEANWHILE'],
    example: { body: { season: 1, username: 'dana', note: 'Bank transfer, 3 December.' } },
  },
  chooseReview: {
    ...admin,
    path: '/api/prize-review',
    summary: 'Sets how long the winners of a season are provisional.',
    body: ChooseReview,
    example: { body: { hours: 72 } },
  },
  claimPrize: {
    ...winner,
    path: '/api/prize-claim',
    summary: 'Claims a prize, or corrects the claim until it is paid.',
    body: ClaimOfSeason,
    errors: ['NOT_FOUND', 'CLAIM_OVER'],
    example: {
      body: { season: 1, legalName: 'Dana Levi', contact: 'dana@example.org', isAdult: true, payment: 'Bit' },
    },
  },
  declinePrize: {
    ...winner,
    path: '/api/prize-decline',
    summary: 'Gives a prize up; it goes to the next place.',
    body: SeasonNamed,
    errors: ['NOT_FOUND', 'CLAIM_OVER'],
    example: { body: { season: 1 } },
  },
} as const satisfies EndpointTable;
