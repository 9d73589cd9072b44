// Vehicles and people that pass the checkpoints of the demo world by day. Each hour has its own draws.
import { HOUR_MS, type Position } from '@lookout/domain';
import { EPOCH_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import { hourOf } from '../fires/outbreaks.ts';
import { countiesOf } from '../places.ts';
import type { ArrivalSource } from '../run.ts';
import { solarHour } from '../sky/sun.ts';
import { gateTexts } from '../texts.ts';

export interface Passing {
  readonly id: string;
  /** World time. */
  readonly atMs: number;
  /** The post's resourceCode in the demo's resources. */
  readonly post: string;
  /** The county seat: determines the light of the picture. */
  readonly near: Position;
  readonly category: 'vehicle' | 'person';
  readonly direction: 'in' | 'out';
  readonly plate: string | null;
}

const PASSINGS_AN_HOUR = 6;
const DAY_HOURS = [6, 21] as const;
const PEOPLE_SHARE = 0.25;
const RECENT = 8;
const RECENT_MS = 12 * HOUR_MS;

/** Every county of the stage has these at any scale (resources/layout.ts). */
const posts = countiesOf('aba').flatMap(({ gridNo, settlements: [seat] }) =>
  ['checkStation-01', 'inspectionPost-01', 'inspectionPost-02'].map((post) => ({ code: `DEMO-${gridNo}-${post}`, near: seat })),
);

export function createPassings(seed: number): ArrivalSource<Passing> {
  const inHour = (hour: number): Passing[] => {
    const clock = solarHour(posts[0]?.near.lng ?? 0, EPOCH_MS + hour * HOUR_MS);
    if (clock < DAY_HOURS[0] || clock >= DAY_HOURS[1]) return [];
    const draws = drawsOf(seed, 'gate', hour);
    return Array.from({ length: draws.poisson(PASSINGS_AN_HOUR) }, (_, n) => {
      const post = posts[Math.floor(draws.uniform() * posts.length)] as (typeof posts)[number];
      const category = draws.chance(PEOPLE_SHARE) ? 'person' : 'vehicle';
      const number = String(Math.floor(draws.uniform() * 10_000)).padStart(4, '0');
      return {
        id: `gate-${hour}-${n}`,
        post: post.code,
        near: { lng: post.near.lng, lat: post.near.lat },
        category,
        // Whole seconds, so that a resent time is identical.
        atMs: Math.round((EPOCH_MS + (hour + draws.uniform()) * HOUR_MS) / 1_000) * 1_000,
        direction: draws.chance(0.5) ? 'in' : 'out',
        plate: category === 'vehicle' ? gateTexts.plate(`U${draws.pick(['A', 'D', 'F'])}${number}`) : null,
      };
    });
  };
  const arrivals = (fromMs: number, toMs: number): Passing[] =>
    Array.from({ length: hourOf(toMs) - hourOf(fromMs) + 1 }, (_, n) => hourOf(fromMs) + n)
      .flatMap(inHour)
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .sort((a, b) => a.atMs - b.atMs);
  return { arrivals, recent: (atMs) => arrivals(atMs - RECENT_MS, atMs).slice(-RECENT) };
}
