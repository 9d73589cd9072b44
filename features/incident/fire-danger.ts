// How dangerous an alarm is: its certainty × what it threatens × how a fire would behave there. The result orders the queue in an emergency
// and in a flood of alarms, and determines the sound of an alarm. It uses only data that the desk already has.
import { type Alarm, verdictOf } from '../alarm/alarm.ts';
import { believedAtFirst } from '../alarm/certainty.ts';
import type { FireLevel } from '../danger/fire-level.ts';

/**
 * If a source states no strength, a county has no level, or the population is unknown, the middle value is assumed: missing data must not
 * hide an alarm.
 */
const UNKNOWN = 0.5;

/** What is threatened within `THREAT_METRES` of an alarm. */
export interface Threatened {
  /** Inhabitants of the villages; null: no villages are imported. */
  readonly inhabitants: number | null;
  /** 危险源: filling stations, depots, high-voltage lines. */
  readonly dangerSources: number;
}

/** The distance that a fire may spread before the first crews arrive. Our own figure. */
export const THREAT_METRES = 3_000;
/** Number of threatened people that gets the full points, on a scale of orders of magnitude. */
const FULL_INHABITANTS = 2_000;
/** Assumed for a village whose population is unknown. */
export const UNKNOWN_INHABITANTS = 100;

/** 0–1: people by order of magnitude, plus half of the remainder for each danger source. */
export function threatOf({ inhabitants, dangerSources }: Threatened): number {
  const people = inhabitants === null ? UNKNOWN : Math.min(1, Math.log10(1 + inhabitants) / Math.log10(1 + FULL_INHABITANTS));
  return 1 - (1 - Math.max(LEAST_THREAT, people)) * 0.5 ** dangerSources;
}
/** Forest is threatened everywhere, so the threat is never zero. */
const LEAST_THREAT = 0.1;

/** What is known of the surroundings of an alarm. */
export interface DangerSurroundings {
  /** Today's level of its county; null: not known. */
  readonly fireLevel: FireLevel | null;
  /** The probability that its fire burns, 0–1; null: not computed yet, the prior of the source is used. */
  readonly probability?: number | null;
  /** What is threatened near it, 0–1 (`threatOf`); null: not known. */
  readonly threat?: number | null;
}

/** Radiative power and strength of a fire that gets the full points. 100 MW is a large pixel of VIIRS; camera heat is in °C. */
const FULL_FRP_MEGAWATTS = 100;
const FULL_CAMERA_HEAT = 600;
const FULL_SMOKE_CELSIUS = 80;
const HIGHEST_STRENGTH_LEVEL = 5;

const share = (value: number | null, full: number): number | null => (value === null ? null : Math.min(1, Math.max(0, value / full)));

/** The strength of the fire as stated by the source, 0–1; null: not stated. */
function strengthOf({ facts }: Pick<Alarm, 'facts'>): number | null {
  switch (facts.kind) {
    case 'satellite':
      return share(facts.strengthLevel, HIGHEST_STRENGTH_LEVEL) ?? share(facts.frpMegawatts, FULL_FRP_MEGAWATTS);
    case 'camera':
      return share(facts.maxHeat, FULL_CAMERA_HEAT);
    case 'smoke':
      return share(facts.temperatureCelsius, FULL_SMOKE_CELSIUS);
    case 'report':
    case 'danger':
      return null;
  }
}

/** The expected behaviour of a fire: the fire weather has the largest weight, then the fire itself, then the forest under it. */
const SHARES = { fireLevel: 0.5, strength: 0.3, forest: 0.2 } as const;

/**
 * 0–1 for an alarm that has not been judged: probability × threat × behaviour (fire level of the county ½, strength 3⁄10, forest below a
 * satellite's pixel ⅕). Unknown shares count as half. An alarm judged real ranks first: 1–2. Judged false: 0.
 */
export function dangerOf(
  alarm: Pick<Alarm, 'facts' | 'response'>,
  { fireLevel, probability = null, threat = null }: DangerSurroundings,
): number {
  const verdict = verdictOf(alarm.response);
  if (verdict === 'false') return 0;
  const { facts } = alarm;
  const behaviour =
    SHARES.fireLevel * (fireLevel === null ? UNKNOWN : (fireLevel - 1) / 4) +
    SHARES.strength * (strengthOf(alarm) ?? UNKNOWN) +
    SHARES.forest * ((facts.kind === 'satellite' ? share(facts.woodland, 100) : null) ?? UNKNOWN);
  const isConfirmed = verdict === 'real';
  const burns = isConfirmed ? 1 : (probability ?? believedAtFirst(alarm));
  return (isConfirmed ? 1 : 0) + burns * (threat ?? UNKNOWN) * behaviour;
}

/**
 * The sound priority of an alarm: few are high, most medium (EEMUA 191 and ISA-18.2 recommend three priorities and some 5, 15 and 80 % of
 * alarms).
 */
export const ALARM_PRIORITIES = ['low', 'medium', 'high'] as const;
export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];

/**
 * A likely fire in high fire danger near people is above the first threshold, a doubtful one in wet weather is below the second. Our own
 * figures, not the standard's.
 */
const HIGH_FROM = 0.3;
const MEDIUM_FROM = 0.08;

/** @param danger the result of `dangerOf` */
export const alarmPriority = (danger: number): AlarmPriority => (danger >= HIGH_FROM ? 'high' : danger >= MEDIUM_FROM ? 'medium' : 'low');

/** Sorts alarms or fires, the most dangerous first; equal items retain their order. The danger of each item is computed once. */
export const byDanger = <T>(items: readonly T[], dangerOfItem: (item: T) => number): readonly T[] =>
  items
    .map((item) => ({ item, danger: dangerOfItem(item) }))
    .sort((a, b) => b.danger - a.danger)
    .map(({ item }) => item);
