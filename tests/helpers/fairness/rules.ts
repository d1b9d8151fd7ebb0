/** Trading rules that know only the past: signals that might predict a minute's next move. */
import type { MarketStretch } from './stretch.ts';

export type Rule = {
  name: string;
  /** Seconds of the minute at which it opens and closes its position. */
  enter: number;
  leave: number;
  /** Returns the position; its sign is the side. It may read the stretch up to `step`, at which it trades. */
  position: (s: MarketStretch, company: number, minute: number, step: number) => number;
};

const { sign } = Math;

/** Follows the move of the last `seconds` for the same time. */
const momentum = (seconds: number): Rule => ({
  name: `momentum of ${seconds} s`,
  enter: 30,
  leave: 30 + seconds,
  position: (s, c, _, at) => sign(s.move(c, at, seconds)),
});

/** Is long for part of the minute. */
const long = (enter: number, leave: number): Rule => ({
  name: `long from second ${enter} to ${leave}`,
  enter,
  leave,
  position: () => 1,
});

/** Is long in part of the day. */
const hours = (name: string, from: number, to: number): Rule => ({
  name: `long in the ${name}`,
  enter: 0,
  leave: 60,
  position: (s, _, minute) => {
    const now = (s.minuteOfDay + minute) % 1440;
    return now >= from && now < to ? 1 : 0;
  },
});

const lead = (seconds: number): Rule => ({
  name: `the others’ average of ${seconds} s leads`,
  enter: 30,
  leave: 30 + seconds,
  position: (s, c, _, at) => sign(s.others(c, at, seconds) - s.move(c, at, seconds)),
});

export const RULES: readonly Rule[] = [
  {
    name: 'first 8 s, back to the open from 22 s',
    enter: 22,
    leave: 60,
    position: (s, c, m, at) => {
      const side = sign(s.move(c, s.step(m, 8), 8));
      return sign(s.move(c, at, 22)) === side ? -side : 0;
    },
  },
  {
    name: 'towards the later extreme at 30 s',
    enter: 30,
    leave: 60,
    position: (s, c, m, at) => s.extremes(c, m, at).later,
  },
  {
    name: 'place between the extremes at 45 s',
    enter: 45,
    leave: 60,
    position: (s, c, m, at) => s.extremes(c, m, at).place,
  },
  ...[1, 2, 5, 10, 20, 30].map(momentum),
  {
    name: 'momentum of the last minute',
    enter: 0,
    leave: 60,
    position: (s, c, _, at) => sign(s.move(c, at, 60)),
  },
  {
    name: 'momentum of ten minutes',
    enter: 0,
    leave: 60,
    position: (s, c, _, at) => sign(s.move(c, at, 600)),
  },
  {
    name: 'momentum of an hour',
    enter: 0,
    leave: 60,
    position: (s, c, _, at) => sign(s.move(c, at, 3600)),
  },
  {
    name: 'after a large minute',
    enter: 0,
    leave: 60,
    position: (s, c, _, at) => {
      const last = s.move(c, at, 60);
      return Math.abs(last) > 0.5 * Math.abs(s.move(c, at, 3600)) ? sign(last) : 0;
    },
  },
  {
    name: 'volume of 5 s with their move',
    enter: 5,
    leave: 60,
    position: (s, c, m, at) => s.early(c, m) * sign(s.move(c, at, 5)),
  },
  {
    name: 'volume of the last minute with its move',
    enter: 0,
    leave: 60,
    position: (s, c, m, at) => s.volume(c, m - 1) * sign(s.move(c, at, 60)),
  },
  long(0, 15),
  long(15, 30),
  long(30, 45),
  long(45, 60),
  hours('first two hours', 0, 120),
  hours('last two hours', 1320, 1440),
  ...[0.5, 1, 5, 20].map(lead),
  {
    name: 'the next company’s last second leads',
    enter: 30,
    leave: 31,
    position: (s, c, _, at) => sign(s.move((c + 1) % s.companies, at, 1)),
  },
  {
    name: 'two companies drift together again',
    enter: 0,
    leave: 60,
    position: (s, c, _, at) => sign(s.move((c + 1) % s.companies, at, 300) - s.move(c, at, 300)),
  },
  {
    name: 'away from the whole cent',
    enter: 30,
    leave: 40,
    position: (s, c, _, at) => sign(s.fraction(c, at)),
  },
  {
    name: 'against the last change',
    enter: 30,
    leave: 60,
    position: (s, c, _, at) => {
      for (let back = 1; back < 300; back++) {
        const change = s.log(c, at) - s.log(c, at - back);
        if (change !== 0) return -sign(change);
      }
      return 0;
    },
  },
];
