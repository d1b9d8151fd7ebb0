/** Another name, one's data, leaving; reports of others, and what admins do about them. */
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { Acknowledgement } from '../fields.ts';
import {
  DataFile,
  DeleteAccount,
  NewReport,
  NewUsername,
  TakeMeasure,
} from '../schemas/safety/own-account.ts';

export const ownAccountEndpoints = {
  changeUsername: {
    ...located(at.changeUsername),
    summary:
      'Changes the username, every 30 days and three times a year; the old one stays reserved for 90 days.',
    access: 'member',
    limit: 'change',
    body: NewUsername,
    answer: Acknowledgement,
    form: true,
    errors: ['USERNAME_TAKEN', 'NAME_TOO_SOON'],
    example: { body: { username: 'dana-levi' } },
  },
  exportData: {
    ...located(at.exportData),
    summary: 'All that is kept of the account as one JSON file, once an hour.',
    access: 'member',
    limit: 'change',
    answer: DataFile,
    form: true,
    errors: ['PROOF_NEEDED', 'TOO_MANY'],
  },
  deleteAccount: {
    ...located(at.deleteAccount),
    summary: 'Deletes the account after seven days, in which it can be kept; it is signed out at once.',
    access: 'member',
    limit: 'proof',
    body: DeleteAccount,
    answer: Acknowledgement,
    form: true,
    errors: ['WRONG_PASSWORD', 'PROOF_NEEDED', 'LAST_ADMIN'],
    example: { body: { username: 'dana', password: 'a long password' } },
  },
  keepAccount: {
    ...located(at.keepAccount),
    summary: 'Keeps an account that was about to be deleted.',
    access: 'member',
    limit: 'change',
    answer: Acknowledgement,
    form: true,
  },
  reportTrader: {
    ...located(at.reportTrader),
    summary: 'Reports a trader to the people behind the site, five times a day.',
    access: 'member',
    limit: 'change',
    body: NewReport,
    answer: Acknowledgement,
    form: true,
    errors: ['UNKNOWN_TRADER', 'ALREADY_REPORTED', 'TOO_MANY'],
    example: { body: { username: 'dana', reason: 'other', message: 'Two accounts in one room.' } },
  },
  takeMeasure: {
    ...located(at.takeMeasure),
    summary: 'Warns, bars or frees a trader, with a reason they read, and closes the reports of them.',
    access: 'admin',
    limit: 'change',
    body: TakeMeasure,
    answer: Acknowledgement,
    form: true,
    errors: ['UNKNOWN_TRADER'],
    example: { body: { username: 'dana', action: 'warn', reason: 'One account a person.' } },
  },
} as const satisfies EndpointTable;
