/** The competition, and what admins do to it. */
import { z } from 'zod';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { Acknowledgement } from '../fields.ts';
import {
  CompetitionStatus,
  Disqualify,
  PlannedDetails,
  SeasonSeen,
  SeasonSeenAnswer,
  ToggleAnswer,
  ToggleCompetition,
  UpdateCompetition,
  WireChainHead,
  WireDetails,
} from '../schemas/competition.ts';
import { SeasonNumber } from '../schemas/rankings.ts';

export const competitionEndpoints = {
  competitionStatus: {
    ...located(at.competitionStatus),
    summary: 'Whether a competition is active.',
    access: 'public',
    answer: CompetitionStatus,
    tagged: true,
  },
  competitionDetails: {
    ...located(at.competitionDetails),
    summary: 'Prize, date, rules, and the planned start and end.',
    access: 'member',
    answer: PlannedDetails,
  },
  toggleCompetition: {
    ...located(at.toggleCompetition),
    summary: 'Starts or ends the competition.',
    access: 'admin',
    limit: 'change',
    body: ToggleCompetition,
    answer: ToggleAnswer,
    form: true,
    errors: ['ALREADY_ACTIVE', 'NOT_ACTIVE'],
    example: { body: { active: true } },
  },
  updateCompetition: {
    ...located(at.updateCompetition),
    summary: 'Changes prize, date, schedule or rules; what is not sent stays as it is.',
    access: 'admin',
    limit: 'change',
    body: UpdateCompetition,
    answer: WireDetails,
    form: true,
    example: { body: { prizePool: '50.00', maxShare: 25 } },
  },
  resetCompetition: {
    ...located(at.resetCompetition),
    summary: 'Begins a season anew, with fresh accounts for all.',
    access: 'admin',
    limit: 'change',
    answer: Acknowledgement,
    form: true,
  },
  seasonSeen: {
    ...located(at.seasonSeen),
    summary: 'Dismisses the message that a season is over, in this browser.',
    access: 'member',
    limit: 'change',
    body: SeasonSeen,
    answer: SeasonSeenAnswer,
    form: true,
    example: { body: { season: 1 } },
  },
  seasonChain: {
    ...located(at.seasonChain),
    summary: "The newest link of a season's chain, which commits to its fills and orders so far.",
    access: 'public',
    limit: 'read',
    params: SeasonNumber,
    answer: WireChainHead,
    errors: ['NOT_FOUND'],
    example: { params: { number: '1' } },
  },
  seasonBundle: {
    ...located(at.seasonBundle),
    summary: 'All that a season can be checked by, as gzipped JSON lines, once its seeds are public.',
    access: 'public',
    limit: 'bundle',
    params: SeasonNumber,
    media: ['application/gzip'],
    errors: ['NOT_FOUND', 'BUNDLE_NOT_YET'],
    example: { params: { number: '1' } },
  },
  proofDocument: {
    ...located(at.proofDocument),
    summary:
      'What a program that checks a season is written from: the lines of a bundle, and how prices follow from seeds.',
    access: 'public',
    params: z.object({ name: z.string().max(80) }),
    media: ['text/plain'],
    errors: ['NOT_FOUND'],
    example: { params: { name: 'tape.md' } },
  },
  disqualify: {
    ...located(at.disqualify),
    summary: "Takes a trader out of a season's ranking.",
    access: 'admin',
    limit: 'change',
    body: Disqualify,
    answer: Acknowledgement,
    form: true,
    errors: ['NOT_FOUND', 'UNKNOWN_TRADER', 'ALREADY_DISQUALIFIED'],
    example: { body: { season: 1, username: 'dana', reason: 'Two accounts.' } },
  },
} as const satisfies EndpointTable;
