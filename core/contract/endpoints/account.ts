/** Signing in, and the data of accounts. */

import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { Acknowledgement } from '../fields.ts';
import {
  ChoosePageReaders,
  Credentials,
  OthersProfile,
  OwnProfile,
  PageReadersAnswer,
  UserId,
  WireUser,
} from '../schemas/account.ts';
import { ChooseLanguage, LanguageAnswer } from '../schemas/language.ts';

export const accountEndpoints = {
  login: {
    ...located(at.login),
    summary: 'Opens a session. With isDiscord the browser is led to Discord instead.',
    access: 'public',
    limit: 'login',
    body: Credentials,
    answer: WireUser,
    form: true,
    errors: ['BAD_CREDENTIALS'],
    example: { body: { username: 'dana', password: 'a long password' } },
  },
  register: {
    ...located(at.register),
    summary: "Makes a trader with this season's start cash, and signs them in.",
    access: 'public',
    limit: 'register',
    body: Credentials,
    answer: WireUser,
    form: true,
    errors: ['USERNAME_TAKEN'],
    example: { body: { username: 'dana', password: 'a long password' } },
  },
  logout: {
    ...located(at.logout),
    summary: 'Ends the session, with its open sockets.',
    access: 'public',
    limit: 'change',
    answer: Acknowledgement,
    form: true,
  },
  user: {
    ...located(at.user),
    summary: 'Who is signed in.',
    access: 'member',
    answer: WireUser,
  },
  language: {
    ...located(at.language),
    summary: 'Chooses the language of this browser and, when somebody is signed in, of their account.',
    access: 'public',
    limit: 'change',
    body: ChooseLanguage,
    answer: LanguageAnswer,
    form: true,
    example: { body: { language: 'he' } },
  },
  closeFirstSteps: {
    ...located(at.closeFirstSteps),
    summary: 'Closes the card of first steps on the home page for good.',
    access: 'member',
    limit: 'change',
    answer: Acknowledgement,
    form: true,
  },
  choosePageReaders: {
    ...located(at.choosePageReaders),
    summary: "Chooses who may read one's page: everyone, members, or nobody else.",
    access: 'member',
    limit: 'change',
    body: ChoosePageReaders,
    answer: PageReadersAnswer,
    form: true,
    example: { body: { readers: 'members' } },
  },
  discordStart: {
    ...located(at.discordStart),
    summary: 'Leads the browser to Discord, to sign in there.',
    access: 'public',
    status: 303,
  },
  discordCallback: {
    ...located(at.discordCallback),
    summary:
      'Where Discord leads the browser back to: signs the person in, with a new account the first time.',
    access: 'public',
    limit: 'login',
    status: 303,
  },
  ownProfile: {
    ...located(at.ownProfile),
    summary: 'The profile of who is signed in.',
    access: 'member',
    answer: OwnProfile,
  },
  profile: {
    ...located(at.profile),
    summary: "Any trader's profile, as the reader may see it.",
    access: 'member',
    limit: 'read',
    params: UserId,
    answer: OthersProfile,
    errors: ['UNKNOWN_TRADER'],
    example: { params: { id: '7' } },
  },
} as const satisfies EndpointTable;
