// The first dispatch (首派) to a fire: who goes, what they take, what endangers them, and why. It is only a suggestion; an officer decides
// and dispatches.

import { haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import type { Verdict } from '../alarm/alarm.ts';
import type { FireLevel } from '../danger/fire-level.ts';
import type { AssetKind } from '../resource/resource.ts';
import type { Attack } from '../spread/spread-result.ts';
import { type Approach, isHeadClosed, warnsOfHead } from './approach.ts';

/** The distance and direction from a fire to an object near it. */
export interface Way {
  readonly distanceMetres: number;
  /** Clockwise from north. */
  readonly bearingDegrees: number;
}

export const wayTo = (from: Position, to: Position): Way => ({
  distanceMetres: haversineMetres(from, to),
  bearingDegrees: initialBearingDegrees(from, to),
});

export interface PersonNearFire extends Way {
  readonly userId: string;
  readonly isOnline: boolean;
  /** Without an open task. */
  readonly isFree: boolean;
}

export interface NamedWay extends Way {
  readonly name: string;
}

export interface VillageNearFire extends NamedWay {
  /** null: unknown. */
  readonly inhabitants: number | null;
}

/** The known facts of a fire and its surroundings; null: unknown, which adds no people and no warning. */
export interface SendingFacts {
  readonly verdict: Verdict;
  /** Today's level of the fire's county. */
  readonly fireLevel: FireLevel | null;
  /** Beaufort. */
  readonly windForce: number | null;
  readonly windFromDegrees: number | null;
  readonly humidityPercent: number | null;
  readonly slopeDegrees: number | null;
  /** People already sent by tasks for this fire. */
  readonly sentCount: number;
  readonly people: readonly PersonNearFire[];
  /** The nearest of each kind. */
  readonly nearest: ReadonlyMap<AssetKind, NamedWay>;
  readonly villages: readonly VillageNearFire[];
  /** What the newest forecast says about approaching the fire; null: there is no forecast. */
  readonly approach: Pick<Approach, 'attack' | 'flameLengthMetres'> | null;
}

/** The reasons by topic, each with its parameters; the page supplies the texts. */
interface SendingReasons {
  people: {
    /** At least two people go. */
    base: { readonly count: number };
    verdict: { readonly count: number };
    'fire-level': { readonly count: number; readonly level: FireLevel };
    wind: { readonly count: number; readonly force: number };
    slope: { readonly count: number; readonly degrees: number };
    'dry-air': { readonly count: number; readonly humidityPercent: number };
    /**
     * Where people must not come near the head: these people guide the team and keep others away, and go no farther than the assembly
     * point.
     */
    guides: { readonly count: number };
    'already-sent': { readonly count: number };
    'too-few': { readonly wanted: number; readonly found: number };
  };
  team: { first: NamedWay; nearest: NamedWay; command: NamedWay; none: Readonly<Record<never, never>> };
  take: { pump: NamedWay; 'no-water': { readonly withinMetres: number }; store: NamedWay };
  safety: {
    head: { readonly attack: Attack; readonly flameLengthMetres: number | null };
    wind: { readonly force: number; readonly fromDegrees: number | null };
    slope: { readonly degrees: number };
    'dry-air': { readonly humidityPercent: number };
    'danger-source': NamedWay;
    village: VillageNearFire & { readonly isDownwind: boolean };
  };
}

export const SENDING_TOPICS = ['people', 'team', 'take', 'safety'] as const satisfies readonly (keyof SendingReasons)[];
export type SendingTopic = (typeof SENDING_TOPICS)[number];

/** In display order: where people must not come near the head, the danger and the team come first. */
export const sendingTopics = (approach: SendingFacts['approach']): readonly SendingTopic[] =>
  isHeadClosed(approach) ? ['safety', 'team', 'people', 'take'] : SENDING_TOPICS;

/** One line of the suggestion. */
export type SendingLine = {
  [T in SendingTopic]: {
    [C in keyof SendingReasons[T]]: { readonly topic: T; readonly code: C; readonly params: SendingReasons[T][C] };
  }[keyof SendingReasons[T]];
}[SendingTopic];

export interface SendingSuggestion {
  /** How many people should go, including those already sent. */
  readonly wantedCount: number;
  /** The people to send now, nearest first; only people who are online and free. */
  readonly userIds: readonly string[];
  readonly lines: readonly SendingLine[];
}

// The thresholds are the product's own (decision 0034), to be confirmed by the forestry staff: they are marked 待核对 on the page.
const BASE_COUNT = 2;
const MOST_COUNT = 10;
const REAL_FIRE_COUNT = 2;
/** Additional people at this level. */
const BY_FIRE_LEVEL: Readonly<Record<FireLevel, number>> = { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 };
/**
 * Beaufort 4 moves small branches and drives a surface fire; from 6 on spotting is likely. Only the strongest entry that applies counts.
 */
const BY_WIND = [
  { fromForce: 6, count: 2 },
  { fromForce: 4, count: 1 },
] as const;
const STRONG_WIND_FORCE = 4;
/** The spread rate up a slope doubles for about every ten degrees. */
const STEEP_DEGREES = 25;
const DRY_AIR_PERCENT = 30;
/** The reach of hoses and relay pumps. */
const PUMP_REACHES_METRES = 2_000;
const DANGER_SOURCE_METRES = 3_000;
const VILLAGE_METRES = 5_000;
const MOST_VILLAGES = 3;
/** Half of the sector into which the wind may carry the fire. */
const DOWNWIND_HALF_DEGREES = 45;

/**
 * The first dispatch by rule: always two people, more for a confirmed fire, a high fire level, wind, slope and dry air, at most ten; the
 * nearest who are online and free; the nearest team and command; a pump where water is within reach; and what endangers the people sent or
 * lies in the path of the fire. Where the forecast closes the head to people, a team goes first, guided by two people.
 */
export function suggestSending(facts: SendingFacts): SendingSuggestion {
  const causes = causesOf(facts);
  const wantedCount = Math.min(
    MOST_COUNT,
    causes.reduce((sum, { params }) => sum + params.count, 0),
  );
  const missing = Math.max(0, wantedCount - facts.sentCount);
  const ready = facts.people
    .filter(({ isOnline, isFree }) => isOnline && isFree)
    .toSorted((a, b) => a.distanceMetres - b.distanceMetres || (a.userId < b.userId ? -1 : 1))
    .slice(0, missing);
  const people: SendingLine[] = [...causes];
  if (facts.sentCount > 0) people.push({ topic: 'people', code: 'already-sent', params: { count: facts.sentCount } });
  if (ready.length < missing) people.push({ topic: 'people', code: 'too-few', params: { wanted: missing, found: ready.length } });
  return {
    wantedCount,
    userIds: ready.map(({ userId }) => userId),
    lines: [...people, ...teamsOf(facts), ...takenOf(facts), ...dangersOf(facts)],
  };
}

type PeopleCause = Extract<SendingLine, { readonly topic: 'people'; readonly params: { readonly count: number } }>;

function causesOf({ verdict, fireLevel, windForce, slopeDegrees, humidityPercent, approach }: SendingFacts): PeopleCause[] {
  // More people would have no work there.
  if (isHeadClosed(approach)) return [{ topic: 'people', code: 'guides', params: { count: BASE_COUNT } }];
  const causes: PeopleCause[] = [{ topic: 'people', code: 'base', params: { count: BASE_COUNT } }];
  if (verdict === 'real') causes.push({ topic: 'people', code: 'verdict', params: { count: REAL_FIRE_COUNT } });
  const byLevel = fireLevel === null ? 0 : BY_FIRE_LEVEL[fireLevel];
  if (fireLevel !== null && byLevel > 0) causes.push({ topic: 'people', code: 'fire-level', params: { count: byLevel, level: fireLevel } });
  const byWind = windForce === null ? undefined : BY_WIND.find(({ fromForce }) => windForce >= fromForce);
  if (windForce !== null && byWind) causes.push({ topic: 'people', code: 'wind', params: { count: byWind.count, force: windForce } });
  if (slopeDegrees !== null && slopeDegrees >= STEEP_DEGREES)
    causes.push({ topic: 'people', code: 'slope', params: { count: 1, degrees: slopeDegrees } });
  if (humidityPercent !== null && humidityPercent < DRY_AIR_PERCENT)
    causes.push({ topic: 'people', code: 'dry-air', params: { count: 1, humidityPercent } });
  return causes;
}

function teamsOf({ nearest, approach }: SendingFacts): SendingLine[] {
  const [team, command] = [nearest.get('team'), nearest.get('fireCommand')];
  return [
    team
      ? { topic: 'team', code: isHeadClosed(approach) ? 'first' : 'nearest', params: team }
      : { topic: 'team', code: 'none', params: {} },
    ...(command ? [{ topic: 'team', code: 'command', params: command } as const] : []),
  ];
}

function takenOf({ nearest }: SendingFacts): SendingLine[] {
  const [water, store] = [nearest.get('waterSource'), nearest.get('materialRepository')];
  return [
    water && water.distanceMetres <= PUMP_REACHES_METRES
      ? { topic: 'take', code: 'pump', params: water }
      : { topic: 'take', code: 'no-water', params: { withinMetres: PUMP_REACHES_METRES } },
    ...(store ? [{ topic: 'take', code: 'store', params: store } as const] : []),
  ];
}

function dangersOf({
  windForce,
  windFromDegrees,
  slopeDegrees,
  humidityPercent,
  nearest,
  villages,
  approach,
}: SendingFacts): SendingLine[] {
  const lines: SendingLine[] = [];
  if (approach?.attack != null && warnsOfHead(approach))
    lines.push({ topic: 'safety', code: 'head', params: { attack: approach.attack, flameLengthMetres: approach.flameLengthMetres } });
  if (windForce !== null && windForce >= STRONG_WIND_FORCE)
    lines.push({ topic: 'safety', code: 'wind', params: { force: windForce, fromDegrees: windFromDegrees } });
  if (slopeDegrees !== null && slopeDegrees >= STEEP_DEGREES)
    lines.push({ topic: 'safety', code: 'slope', params: { degrees: slopeDegrees } });
  if (humidityPercent !== null && humidityPercent < DRY_AIR_PERCENT)
    lines.push({ topic: 'safety', code: 'dry-air', params: { humidityPercent } });
  const danger = nearest.get('DangerSource');
  if (danger && danger.distanceMetres <= DANGER_SOURCE_METRES) lines.push({ topic: 'safety', code: 'danger-source', params: danger });
  const near = villages
    .filter(({ distanceMetres }) => distanceMetres <= VILLAGE_METRES)
    .map(({ name, distanceMetres, bearingDegrees, inhabitants }) => ({
      name,
      distanceMetres,
      bearingDegrees,
      inhabitants,
      isDownwind: windFromDegrees !== null && isDownwind(bearingDegrees, windFromDegrees),
    }))
    // The fire moves downwind, so downwind villages come first.
    .sort((a, b) => Number(b.isDownwind) - Number(a.isDownwind) || a.distanceMetres - b.distanceMetres)
    .slice(0, MOST_VILLAGES);
  return [...lines, ...near.map((params): SendingLine => ({ topic: 'safety', code: 'village', params }))];
}

/** Whether a bearing is within 45° of the direction the wind blows to. */
function isDownwind(bearingDegrees: number, windFromDegrees: number): boolean {
  const apart = Math.abs(((bearingDegrees - (windFromDegrees + 180) + 540) % 360) - 180);
  return apart <= DOWNWIND_HALF_DEGREES;
}
