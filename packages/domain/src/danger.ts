// The order of the queue in an emergency: what is most dangerous first. Only what the desk knows of an alarm without asking further.
import { type Alarm, verdictOf } from './alarm.ts';
import { believedAtFirst } from './certainty.ts';
import type { FireLevel } from './fire-weather.ts';

/** What is known of the surroundings of an alarm. */
export interface DangerSurroundings {
  /** Of its county, today; null: not known. */
  readonly fireLevel: FireLevel | null;
}

/** Radiative power and strength of a fire that gets the full points. 100 MW is a large pixel of VIIRS; camera heat is in °C. */
const FULL_FRP_MEGAWATTS = 100;
const FULL_CAMERA_HEAT = 600;
const FULL_SMOKE_CELSIUS = 80;
const HIGHEST_STRENGTH_LEVEL = 5;

const share = (value: number | null, full: number): number | null => (value === null ? null : Math.min(1, Math.max(0, value / full)));

/** How strong the source says the fire is, 0–1; null: it does not say. */
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

/** Where a source does not say how strong, or a county has no level, the middle is assumed: not knowing must not hide an alarm. */
const UNKNOWN = 0.5;

/** Largest first: a confirmed fire leads; below it the fire weather weighs most, then the fire itself, then forest under it. */
const POINTS = { confirmed: 100, fireLevel: 40, strength: 25, certainty: 20, forest: 15 } as const;

/**
 * The danger of an alarm in points, 0–200: judged real 100; fire level of the county 0–40; strength 0–25; certainty of the source 0–20; forest
 * below a satellite's pixel 0–15. Unknown shares count half. Judged false: 0.
 */
export function dangerPoints(alarm: Pick<Alarm, 'facts' | 'response'>, { fireLevel }: DangerSurroundings): number {
  const verdict = verdictOf(alarm.response);
  if (verdict === 'false') return 0;
  const { facts } = alarm;
  const level = fireLevel === null ? UNKNOWN : (fireLevel - 1) / 4;
  const forest = (facts.kind === 'satellite' ? share(facts.woodland, 100) : null) ?? UNKNOWN;
  return (
    (verdict === 'real' ? POINTS.confirmed : 0) +
    POINTS.fireLevel * level +
    POINTS.strength * (strengthOf(alarm) ?? UNKNOWN) +
    POINTS.certainty * believedAtFirst(alarm) +
    POINTS.forest * forest
  );
}

/** Most dangerous first; of two equal ones the one that stood first. The points of each are worked out once. */
export function byDanger<A extends Pick<Alarm, 'facts' | 'response'>>(
  alarms: readonly A[],
  surroundingsOf: (alarm: A) => DangerSurroundings,
): readonly A[] {
  return alarms
    .map((alarm) => ({ alarm, points: dangerPoints(alarm, surroundingsOf(alarm)) }))
    .sort((a, b) => b.points - a.points)
    .map(({ alarm }) => alarm);
}
