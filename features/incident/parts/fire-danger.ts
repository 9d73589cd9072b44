// The danger of a fire, as far as this desk knows: the certainty from all its alarms × what it threatens × the expected fire behaviour.
// Pure functions.

import { ancestorAt, type GridNo } from '@lookout/domain';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { certaintyOf } from '../../alarm/certainty.ts';
import type { FireLevel } from '../../danger/fire-level.ts';
import { dangerOf, threatOf } from '../fire-danger.ts';
import type { AlarmEvidence } from '../incident.ts';

export interface DangerFacts {
  /** Today's level of a grid's county or prefecture; null: not known. */
  readonly levelOf: (gridNo: GridNo) => FireLevel | null;
  /** The evidence of an alarm for its fire; undefined: the alarm belongs to no fire yet. */
  readonly evidenceOf: (alarmId: string) => AlarmEvidence | undefined;
}

/** Levels are known by county, and otherwise by prefecture. */
export const levelsBy =
  (levels: ReadonlyMap<GridNo, FireLevel>): DangerFacts['levelOf'] =>
  (gridNo) => {
    const [county, prefecture] = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')];
    return (county && levels.get(county)) ?? (prefecture && levels.get(prefecture)) ?? null;
  };

/**
 * @param alarms of one fire, at least one @returns on the scale of `dangerOf`: its most dangerous alarm, with the certainty of all alarms
 */
export function fireDanger(alarms: readonly NamedAlarm[], { levelOf, evidenceOf }: DangerFacts): number {
  const fireLevel = levelOf((alarms[0] as NamedAlarm).gridNo);
  const evidence = alarms.flatMap(({ id }) => evidenceOf(id) ?? []);
  const probability = evidence.length === 0 ? null : certaintyOf(evidence, { fireLevel, forestShare: null }).probability;
  const threat = evidence.reduce<number | null>(
    (most, { threatens }) => (threatens === null ? most : Math.max(most ?? 0, threatOf(threatens))),
    null,
  );
  return alarms.reduce((most, alarm) => Math.max(most, dangerOf(alarm, { fireLevel, probability, threat })), 0);
}

/**
 * Like `fireDanger`, but cached while a fire's alarms and their evidence are unchanged: of the thousands of fires in a flood only a few
 * change at a time.
 * @param facts of one set of levels
 */
export function rememberedDanger(facts: DangerFacts): (alarms: readonly NamedAlarm[]) => number {
  const known = new WeakMap<
    NamedAlarm,
    { readonly alarms: readonly NamedAlarm[]; readonly evidence: readonly unknown[]; readonly danger: number }
  >();
  return (alarms) => {
    const lead = alarms[0] as NamedAlarm;
    const before = known.get(lead);
    const isSame =
      before?.alarms.length === alarms.length &&
      alarms.every((alarm, index) => alarm === before.alarms[index] && facts.evidenceOf(alarm.id) === before.evidence[index]);
    if (isSame) return before.danger;
    const danger = fireDanger(alarms, facts);
    known.set(lead, { alarms, evidence: alarms.map(({ id }) => facts.evidenceOf(id)), danger });
    return danger;
  };
}
