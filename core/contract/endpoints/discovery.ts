/** What search engines, link previews, researchers and browsers ask for by themselves. */
import { z } from 'zod';
import { DEFAULT_LOCALE, LOCALES } from '../../locale/locale.ts';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';

const InLanguage = z.object({ l: z.enum(LOCALES).default(DEFAULT_LOCALE) });

export const discoveryEndpoints = {
  offlineWorker: {
    ...located(at.offlineWorker),
    summary: 'What a browser runs to say that the site cannot be reached.',
    access: 'public',
    query: InLanguage,
    media: ['text/javascript'],
  },
  robots: {
    ...located(at.robots),
    summary: 'Which addresses search engines leave alone.',
    access: 'public',
    media: ['text/plain'],
  },
  sitemap: {
    ...located(at.sitemap),
    summary: 'Addresses of the pages everyone may read.',
    access: 'public',
    media: ['application/xml'],
  },
  securityTxt: {
    ...located(at.securityTxt),
    summary: 'Where to report a hole in the security of the site.',
    access: 'public',
    media: ['text/plain'],
  },
  seasonCard: {
    ...located(at.seasonCard),
    summary: 'The picture of a season for link previews, 1200 x 630.',
    access: 'public',
    params: z.object({ number: z.string().regex(/^[1-9]\d{0,8}\.png$/) }),
    query: InLanguage,
    media: ['image/png'],
    errors: ['NOT_FOUND'],
    example: { params: { number: '1.png' } },
  },
  traderCardPicture: {
    ...located(at.traderCardPicture),
    summary: "The picture of a trader's page for link previews, 1200 x 630.",
    access: 'public',
    params: z.object({ name: z.string().max(80) }),
    query: InLanguage,
    media: ['image/png'],
    errors: ['NOT_FOUND'],
    example: { params: { name: 'dana.png' } },
  },
} as const satisfies EndpointTable;
