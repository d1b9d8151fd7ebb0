import { endpoints } from '#core/contract/endpoints.ts';
import { joinableSeason } from '#core/season/season.ts';
import { notFound } from '#framework/define.ts';
import { handle } from '#framework/endpoint.ts';

const MINUTE_S = 60;

/** The start of the next season for a calendar (RFC 5545); 404 while a season runs and without a planned start. */
export default handle(endpoints.nextSeason, ({ services: { seasons, settings, clock }, t }) => {
  const { startsAt } = seasons.schedule();
  if (startsAt === null || seasons.active()) throw notFound();
  const number = joinableSeason(seasons.current());
  const title = t('home:nextStarts', { number });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paperpit//Season//EN',
    'BEGIN:VEVENT',
    `UID:season-${number}@${new URL(settings.publicUrl).host}`,
    `DTSTAMP:${stamp(clock.now())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DURATION:PT${30 * MINUTE_S}S`,
    `SUMMARY:Paperpit: ${title}`,
    `URL:${settings.publicUrl}/`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="paperpit-season-${number}.ics"`,
    },
  });
});

/** Formats an instant for a calendar: 20261206T180000Z. @param at epoch ms */
const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
