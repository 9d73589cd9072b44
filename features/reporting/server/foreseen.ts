// Reports that the forecasts of fires foresee (预计报送). They are returned on request only; nothing falls due by them.

import { ancestorAt, covers, withGridName } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { forecastOfFire, forecastsInScope } from '../../spread/service/fire-forecast.ts';
import { withProvince } from '../../spread/spread-result.ts';
import { type ForecastSummary, type ForeseenOfFire, type ForeseenReport, foreseenReports } from '../foreseen-report.ts';
import { type FireFacts, type FirePart, firePartsOf } from './fire-facts.ts';
import { rulesInForce } from './rules.ts';

/** A real part of a fire, with the forecast of the fire. */
interface Forecast {
  readonly part: FirePart;
  readonly forecast: ForecastSummary;
}

export function foreseenHandlers(
  { store, grids, config }: Pick<Room, 'store' | 'grids' | 'config'>,
  fireFacts: FireFacts,
): Pick<Handlers<Contract['reporting']>, 'foreseenReports' | 'foreseenReportList'> {
  const readerOf = (context: Context) => ({ ...accountOf(context), scope: context.scope, now: context.now });

  /**
   * The soonest report of each part first. @param forecasts of parts with at least one real alarm: before a fire is judged, nothing is due
   */
  const foreseenOf = async (forecasts: readonly Forecast[], now: Date): Promise<ForeseenOfFire[]> => {
    if (forecasts.length === 0) return [];
    const rules = await rulesInForce(store, config.region);
    const within = rules.flatMap(({ condition, enabled }) => (enabled && condition.kind === 'threat' ? [condition.metres] : []));
    const known = await fireFacts.of(
      forecasts.map(({ part }) => part),
      Math.max(0, ...within),
    );
    const { nameOf } = grids();
    return known.flatMap(({ part: { gridNo, real }, facts }, index) => {
      const { forecast } = forecasts[index] as Forecast;
      const [first] = real as [FirePart['real'][number]];
      const own = rules.filter((rule) => covers(rule.gridNo, gridNo));
      const named = forecast.impacts.map((impact) => withProvince(impact, gridNo, nameOf));
      const about = { alarmId: first.id, gridNo, address: first.formattedAddress, forecastAt: forecast.run.inputs.begin };
      return foreseenReports(facts, own, { ...forecast, impacts: named }, now).map((report) => ({ ...report, ...about }));
    });
  };

  return {
    async foreseenReports(context, { query: { alarmId } }) {
      const alarms = await store.dueReports.alarmsOfFire(context.scope, alarmId);
      const own = alarms.find(({ alarm }) => alarm.id === alarmId);
      if (own === undefined) throw notFound();
      const county = ancestorAt(own.alarm.gridNo, 'county') ?? own.alarm.gridNo;
      const part = firePartsOf(alarms).find(({ gridNo, real }) => gridNo === county && real.length > 0);
      const ids = [...new Set(alarms.flatMap(({ alarm, fireId }) => [alarm.id, fireId]))];
      const forecast = await forecastOfFire(store, readerOf(context), ids);
      if (part === undefined || forecast === null) return { rows: [] };
      return { rows: (await foreseenOf([{ part, forecast }], context.now)).map(withoutFire) };
    },

    async foreseenReportList(context) {
      const forecasts = new Map((await forecastsInScope(store, readerOf(context))).map((forecast) => [forecast.fireId, forecast]));
      const parts = firePartsOf(await store.dueReports.alarmsOfFires(context.scope, [...forecasts.keys()]));
      const foreseen = await foreseenOf(
        parts.flatMap((part) => {
          const forecast = forecasts.get(part.fireId);
          return forecast === undefined || part.real.length === 0 ? [] : [{ part, forecast }];
        }),
        context.now,
      );
      const { nameOf } = grids();
      return {
        rows: foreseen.toSorted((a, b) => a.expectedAt.getTime() - b.expectedAt.getTime()).map((report) => withGridName(report, nameOf)),
      };
    },
  };
}

const withoutFire = ({ rule, reason, expectedAt, dueAt }: ForeseenOfFire): ForeseenReport => ({ rule, reason, expectedAt, dueAt });
