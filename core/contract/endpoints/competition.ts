/** The competition, and what admins do to it. */
import * as at from '../addresses.ts';
import { located, type Table } from '../endpoint.ts';
import { Acknowledgement } from '../fields.ts';
import {
  CompetitionStatus,
  Disqualify,
  PlannedDetails,
  ToggleAnswer,
  ToggleCompetition,
  UpdateCompetition,
  WireDetails,
} from '../schemas/competition.ts';

export const competition = {
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
} as const satisfies Table;
