/** Signing in, and what is told of accounts. */

import * as at from '../addresses.ts';
import { located, type Table } from '../endpoint.ts';
import { Acknowledgement } from '../fields.ts';
import { Credentials, OthersProfile, OwnProfile, UserId, WireUser } from '../schemas/account.ts';
import { ChooseLanguage, LanguageAnswer } from '../schemas/language.ts';

export const account = {
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
} as const satisfies Table;
