// Which reports the forecast of a fire lets expect (预计报送): told to who asks, and nothing more. Nothing falls due by it.
import { type Contract, writeForeseenReport, writeSpreadImpact } from '@lookout/contract';
import { ancestorAt, covers, foreseenReports } from '@lookout/domain';
import { notFound } from '../../acting/refusal.ts';
import { accountOf, type Handlers } from '../../serve/context.ts';
import { forecastOfFire } from '../../services/fire-forecast.ts';
import type { Room } from '../../services/open.ts';
import { type FireFacts, firePartsOf } from './fire-facts.ts';
import { rulesInForce } from './rules.ts';

export function foreseenHandler(
  { store, grids, config }: Pick<Room, 'store' | 'grids' | 'config'>,
  fireFacts: FireFacts,
): Pick<Handlers<Contract['reporting']>, 'foreseenReports'> {
  return {
    async foreseenReports(context, { query: { alarmId } }) {
      const { scope, now } = context;
      const alarms = await store.dueReports.alarmsOfFire(scope, alarmId);
      const own = alarms.find(({ alarm }) => alarm.id === alarmId);
      if (own === undefined) throw notFound();
      const county = ancestorAt(own.alarm.gridNo, 'county') ?? own.alarm.gridNo;
      const part = firePartsOf(alarms).find(({ gridNo, real }) => gridNo === county && real.length > 0);
      const reader = { ...accountOf(context), scope, now };
      const forecast = await forecastOfFire(store, reader, [...new Set(alarms.flatMap(({ alarm, fireId }) => [alarm.id, fireId]))]);
      // Before somebody has judged it nothing is due, and so nothing is foreseen.
      if (part === undefined || forecast === null) return { rows: [] };
      const rules = (await rulesInForce(store, config.region)).filter(({ gridNo }) => covers(gridNo, part.gridNo));
      const within = rules.flatMap(({ condition, enabled }) => (enabled && condition.kind === 'threat' ? [condition.metres] : []));
      const [known] = await fireFacts.of([part], Math.max(0, ...within));
      if (known === undefined) throw new Error('a part of a fire has no facts');
      const { nameOf } = grids();
      const named = forecast.impacts.map((impact) => ({ ...impact, name: writeSpreadImpact(impact, part.gridNo, nameOf).name }));
      return { rows: foreseenReports(known.facts, rules, { ...forecast, impacts: named }, now).map(writeForeseenReport) };
    },
  };
}
