// The forecast of a fire (蔓延推演) where it is shown outside 推演: in a briefing, a bulletin, and to officers on duty. A model result.
import { type Capability, covers, type GridNo } from '@lookout/domain';
import { gridShownTo } from '@lookout/region';
import { sharesLayer } from '../../map-layer/map-layer.ts';
import type { ForecastSummary, KnownForecast } from '../../reporting/foreseen-report.ts';
import type { Store } from '../../store.ts';
import type { SpreadImpact } from '../spread-result.ts';

export interface ForecastReader {
  readonly scope: GridNo;
  /** Decides which layers the reader sees. */
  readonly groupId: string;
  readonly rights: ReadonlySet<Capability>;
  readonly now: Date;
}

/** Of other grids, a reader sees only borders, and the layers that those grids share with the reader's. */
export const mayBeShown = (
  { scope, groupId }: Pick<ForecastReader, 'scope' | 'groupId'>,
  { kind, layerName, gridNo }: Pick<SpreadImpact, 'kind' | 'layerName' | 'gridNo'>,
): boolean => kind === 'border' || (layerName === null ? covers(scope, gridNo) : sharesLayer(gridShownTo(groupId, scope), gridNo));

/**
 * The finished forecast of a fire that was requested last, of those whose hours are not over. Earlier ones no longer describe the future.
 * @param alarmIds of the fire
 * @returns null: there is none, or the reader may not see forecasts
 */
export async function forecastOfFire(
  { spreadRuns }: Pick<Store, 'spreadRuns'>,
  reader: ForecastReader,
  alarmIds: readonly string[],
): Promise<KnownForecast | null> {
  if (!reader.rights.has('support-decisions')) return null;
  const run = await spreadRuns.newestDone(reader.scope, alarmIds, reader.now);
  if (run?.result == null) return null;
  return { run, impacts: run.result.impacts.filter((impact) => mayBeShown(reader, impact)) };
}

/** The limit is more fires than a country has forecasts for at one time. */
const MOST_FIRES = 500;

export type ForecastOfFire = ForecastSummary & {
  /** The current id of the fire. */
  readonly fireId: string;
};

/** The same for each fire in scope, as figures only. Also empty for a reader who may not see forecasts. */
export async function forecastsInScope({ spreadRuns }: Pick<Store, 'spreadRuns'>, reader: ForecastReader): Promise<ForecastOfFire[]> {
  if (!reader.rights.has('support-decisions')) return [];
  const summaries = await spreadRuns.summaries(reader.scope, reader.now, { limit: MOST_FIRES });
  return summaries.map(({ fireId, beginsAt, isochrones, impacts }) => ({
    fireId,
    run: { inputs: { begin: beginsAt }, result: { isochrones } },
    impacts: impacts.filter((impact) => mayBeShown(reader, impact)),
  }));
}
