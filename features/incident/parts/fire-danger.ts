// How dangerous a fire is, as far as this desk knows: how sure all its alarms make it × what it threatens × how a fire would behave there. Pure.

import { ancestorAt, type GridNo } from '@lookout/domain';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { certaintyOf } from '../../alarm/certainty.ts';
import type { FireLevel } from '../../danger/fire-weather.ts';
import { dangerOf, threatOf } from '../fire-danger.ts';
import type { AlarmEvidence } from '../incident.ts';

export interface DangerFacts {
  /** Of the county or prefecture of a grid, today; null: not known. */
  readonly levelOf: (gridNo: GridNo) => FireLevel | null;
  /** What an alarm says for its fire; undefined: it is of none yet. */
  readonly evidenceOf: (alarmId: string) => AlarmEvidence | undefined;
}

/** Levels are known by county, and where there are none by prefecture. */
export const levelsBy =
  (levels: ReadonlyMap<GridNo, FireLevel>): DangerFacts['levelOf'] =>
  (gridNo) => {
    const [county, prefecture] = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')];
    return (county && levels.get(county)) ?? (prefecture && levels.get(prefecture)) ?? null;
  };

/** @param alarms of one fire, at least one @returns as `dangerOf`: its most dangerous alarm, with the certainty of all */
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
 * As `fireDanger`, remembered while a fire's alarms and what they say are the same: of the thousands of fires of a flood a few change at a time.
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
