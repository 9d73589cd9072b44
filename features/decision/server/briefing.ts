// The briefing of a fire: all facts for the officer's decision in one reply. Each part is one query or none; only the weather may fail.

import { formatTime } from '@lookout/contract';
import {
  ancestorAt,
  boxAround,
  DAY_MS,
  type GridNo,
  haversineMetres,
  initialBearingDegrees,
  type Position,
  withGridName,
} from '@lookout/domain';
import { nearestOnShape, slopeAt } from '@lookout/geo';
import { gridShownTo } from '@lookout/region';
import { notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { type Alarm, namedAlarm, verdictOf } from '../../alarm/alarm.ts';
import { BURNING_CALMS_METRES } from '../../burning/burning.ts';
import { camerasSeeing, SEEN_FROM_METRES } from '../../camera/service/seeing-cameras.ts';
import type { Contract } from '../../contract.ts';
import { forecastLevels } from '../../danger/fire-forecast.ts';
import { dangerLevelOf, type FireDay, gridFireLevelOf } from '../../danger/fire-weather.ts';
import { dangerBeside, rulesOf } from '../../danger/service/danger-beside.ts';
import { householdsOf, inhabitantsOf, type VectorLayerKind } from '../../map-layer/map-layer.ts';
import { isRangerOnline, type ListedRanger, type Ranger } from '../../ranger/ranger.ts';
import { ASSET_KINDS, type Asset, type AssetKind, type NearbyAsset } from '../../resource/resource.ts';
import { forecastOfFire } from '../../spread/service/fire-forecast.ts';
import { spreadRunLine } from '../../spread/service/run-line.ts';
import { likelyImpacts, withProvince, worstBehaviour } from '../../spread/spread-result.ts';
import type { WeatherAnswer } from '../../weather/service/weather.ts';
import { silentWeather, writeWeather } from '../../weather/service/weather-reply.ts';
import type { Ground, NearPlace } from '../briefing.ts';
import type { Briefing } from '../decision.calls.ts';
import { type NamedWay, type SendingFacts, sendingTopics, suggestSending, wayTo } from '../sending.ts';
import { approachTo } from '../service/approach.ts';

type Needs = Pick<Room, 'store' | 'grids' | 'assetIndex' | 'elevation' | 'weather' | 'log' | 'fireArrivals' | 'roads'>;

/** The most listed of each kind; the count gives the total. */
const LISTED_EACH = 20;
const MOST_RANGERS = 100;
const MOST_PLACES = 200;
/** The search radius for help, whatever radius the page shows. */
const HELP_METRES = 50_000;
/** A slower reply of the weather service is left out. */
const WEATHER_MS = 4_000;
/** For a fire with very many alarms, only the nearest are listed. */
const MOST_OF_FIRE = 50;
/** The decision concerns the next few days; further days are shown with the fire danger. */
const FORECAST_DAYS = 3;
/** Fire levels older than this do not apply to today. */
const LEVEL_DAYS = 7;

type IncidentOf = Awaited<ReturnType<Room['store']['incidents']['find']>>;

/** The alarm and the other alarms of its fire. */
const alarmIdsOf = ({ id }: Alarm, fire: IncidentOf): string[] => [...new Set([id, ...(fire?.alarms ?? []).map(({ alarm }) => alarm.id)])];

export function briefingHandler(room: Needs): Pick<Handlers<Contract['decision']>, 'briefing' | 'approach'> {
  const { store, grids } = room;
  return {
    async approach({ scope, now }, { body: { fireId } }) {
      const alarm = await store.alarms.find(scope, fireId);
      if (!alarm) throw notFound();
      const alarmIds = alarmIdsOf(alarm, await store.incidents.find(scope, alarm.id));
      return approachTo(room, { scope, fire: alarm.position, alarmIds, now });
    },

    async briefing(context, { body: { fireId, radiusMetres } }) {
      const { scope, now } = context;
      const alarm = await store.alarms.find(scope, fireId);
      if (!alarm) throw notFound();
      const [fire, burnings, sky, day, assets, rangers, places, cameras, tasks] = await Promise.all([
        store.incidents.find(scope, alarm.id),
        burningsAt(room, context, alarm),
        weatherAt(room, context, alarm.position),
        newestFireDay(room, context, alarm.gridNo),
        assetsNear(room, scope, alarm.position, radiusMetres),
        rangersNear(room, context, alarm.position),
        placesNear(room, context, alarm.position, Math.max(radiusMetres, HELP_METRES)),
        camerasSeeing(room, scope, alarm.position, SEEN_FROM_METRES),
        store.tasks.open(scope, { fireId: alarm.id, withDrills: true }, { limit: MOST_RANGERS }),
      ]);
      const alarmIds = alarmIdsOf(alarm, fire);
      const [ground, beside, rules, forecast, approach] = await Promise.all([
        groundAt(room, alarm.position),
        dangerBeside(store, scope, day ? [day] : [], now),
        store.dangerRules.all(),
        forecastAt(room, context, alarmIds),
        approachTo(room, { scope, fire: alarm.position, alarmIds, now }),
      ]);
      const danger = day && beside(day);
      const isShown = ({ distanceMetres }: { readonly distanceMetres: number }) => distanceMetres <= radiusMetres;
      const shownRangers = rangers.filter(isShown);
      const facts: SendingFacts = {
        verdict: verdictOf(alarm.response),
        fireLevel: day && dangerLevelOf(day.fwi, danger?.rating ?? null),
        windForce: sky.windForce,
        windFromDegrees: sky.reply.windFromDegrees,
        humidityPercent: numberOf(sky.reply.humidity),
        slopeDegrees: ground.slopeDegrees,
        sentCount: tasks.list.flatMap(({ members }) => members.filter(({ state }) => state !== 'done')).length,
        people: rangers.map(({ ranger, ...way }) => ({
          userId: ranger.userId,
          isOnline: isRangerOnline(ranger.last?.receivedAt ?? null, now),
          isFree: ranger.taskIds.length === 0,
          ...way,
        })),
        nearest: assets.nearest,
        villages: places.filter(({ kind }) => kind === 'village'),
        approach,
      };
      const suggestion = suggestSending(facts);
      const byId = new Map(rangers.map((near) => [near.ranger.userId, near]));
      const listed = ({ ranger, ...way }: NearRanger): ListedRanger => ({ ...withGridName(ranger, grids().nameOf), ...way });
      return {
        at: now,
        alarm: namedAlarm(alarm, grids().nameOf),
        by: 'distance',
        radiusMetres,
        sameFire: (fire?.alarms ?? [])
          .filter(({ alarm: other }) => other.id !== alarm.id)
          .map(({ alarm: other }) => ({ other, metres: haversineMetres(alarm.position, other.position) }))
          .sort((a, b) => a.metres - b.metres)
          .slice(0, MOST_OF_FIRE)
          .map(({ other, metres }) => ({ distanceMetres: Math.round(metres), alarm: namedAlarm(other, grids().nameOf) })),
        burnings,
        ground,
        weather: sky.reply,
        hours: sky.hours,
        days: sky.days,
        forecast,
        approach,
        fireLevel:
          day &&
          danger &&
          gridFireLevelOf(
            day,
            { gridName: grids().nameOf(day.gridNo) ?? day.gridNo, centre: grids().find(day.gridNo)?.centre ?? null },
            danger,
          ),
        levels: day ? [...forecastLevels(rulesOf(rules)(day.gridNo).rating, day, sky.days, alarm.position.lat)] : [],
        groups: assets.groups,
        rangerCount: seesRangers(context) ? shownRangers.length : null,
        rangers: shownRangers.slice(0, MOST_RANGERS).map(listed),
        places: places.filter(isShown),
        cameras,
        suggestion: {
          wantedCount: suggestion.wantedCount,
          rangers: suggestion.userIds.flatMap((userId) => byId.get(userId) ?? []).map(listed),
          lines: sendingTopics(approach).flatMap((topic) => suggestion.lines.filter((line) => line.topic === topic)),
        },
      };
    },
  };
}

/** Approved burnings whose window was open when the fire was seen. */
async function burningsAt({ store, grids }: Needs, { scope }: Context, { position, observedAt }: Alarm): Promise<Briefing['burnings']> {
  const filters = { state: 'approved', begin: observedAt, end: observedAt } as const;
  const around = { centre: position, radiusMetres: BURNING_CALMS_METRES };
  const { list } = await store.burnings.list(scope, filters, { limit: LISTED_EACH }, around);
  return list.map((burning) => ({
    ...wayTo(position, burning.position),
    burning: withGridName(burning, grids().nameOf),
  }));
}

// The current weather and its forecast. They come from an outside service, so a failure is reported in their place.

async function weatherAt({ weather, log }: Needs, { language }: Context, position: Position) {
  const signal = AbortSignal.timeout(WEATHER_MS);
  const failed = (error: unknown) => {
    log.warn({ err: error }, 'the weather service did not answer');
    return null;
  };
  const [now, forecast] = await Promise.all([weather.nowAt(position).catch(failed), weather.forecastAt(position, signal).catch(failed)]);
  return {
    reply: now === null ? silentWeather(language) : writeWeather(now, language),
    windForce: now === null ? null : windForceOf(now),
    hours: forecast?.ok ? [...forecast.hours] : [],
    days: forecast?.ok ? forecast.days.slice(0, FORECAST_DAYS) : [],
  };
}

/** The stronger end of a range (`3-4`). */
const windForceOf = (answer: WeatherAnswer): number | null =>
  answer.ok ? numberOf(answer.now.windScale?.split('-').at(-1) ?? null) : null;

function numberOf(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

const MOST_HITS = 3;

async function forecastAt({ store, grids }: Needs, context: Context, alarmIds: readonly string[]): Promise<Briefing['forecast']> {
  const { scope, now } = context;
  const found = await forecastOfFire(store, { ...accountOf(context), scope, now }, alarmIds);
  if (found?.run.result == null) return null;
  const { run, impacts } = found;
  const { nameOf } = grids();
  const { areaHectares, behaviour } = found.run.result;
  const worst = worstBehaviour(behaviour ?? []);
  const hit = likelyImpacts(impacts);
  return {
    run: spreadRunLine(run, nameOf, null),
    areaHectares,
    worst,
    hits: hit.slice(0, MOST_HITS).map(({ atMinutes: _, ...impact }) => withProvince(impact, run.gridNo, nameOf)),
    hitCount: hit.length,
  };
}

/** The newest level of the fire's county, otherwise of its prefecture. */
async function newestFireDay({ store }: Needs, { scope, now }: Context, gridNo: GridNo): Promise<FireDay | null> {
  const gridNos = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')].filter((no) => no !== null);
  const firstDay = formatTime(new Date(now.getTime() - LEVEL_DAYS * DAY_MS)).slice(0, 10);
  const days = await store.fireWeather.list(scope, { gridNos, firstDay }, { limit: 2 * (LEVEL_DAYS + 2) });
  return gridNos.map((no) => days.findLast((day) => day.gridNo === no)).find((day) => day !== undefined) ?? null;
}

async function groundAt({ elevation }: Needs, position: Position): Promise<Ground> {
  const [height] = await elevation().heightsAt([position]);
  const found = slopeAt(elevation().surfaceAround(position), position);
  return { heightMetres: height ?? null, slopeDegrees: found?.slopeDegrees ?? null, aspectDegrees: found?.aspectDegrees ?? null };
}

// The resources around the fire, from the resource index.

async function assetsNear({ assetIndex, grids }: Needs, scope: GridNo, centre: Position, radiusMetres: number) {
  const [shown, help] = await Promise.all([
    assetIndex.around(scope, { centre, radiusMetres, byKind: true }, LISTED_EACH),
    assetIndex.around(scope, { centre, radiusMetres: HELP_METRES, byKind: true }, 1),
  ]);
  const byKind = Map.groupBy(shown.list, ({ kind }) => kind);
  const near = (asset: Asset): NearbyAsset => ({
    ...withGridName(asset, grids().nameOf),
    distanceMetres: haversineMetres(centre, asset.position),
    bearingDegrees: initialBearingDegrees(centre, asset.position),
  });
  return {
    // Every kind, including empty ones: that there is none is also a fact.
    groups: ASSET_KINDS.map((kind) => ({
      kind,
      count: shown.counts.get(kind) ?? 0,
      list: (byKind.get(kind) ?? []).map(near),
    })),
    nearest: new Map<AssetKind, NamedWay>(help.list.map(({ kind, name, position }) => [kind, { name, ...wayTo(centre, position) }])),
  };
}

interface NearRanger {
  readonly ranger: Ranger;
  readonly distanceMetres: number;
  readonly bearingDegrees: number;
}

/** Positions and contacts of people are visible to users who may see rangers or dispatch them (docs/interface.md "Accounts"). */
const seesRangers = (context: Context): boolean => {
  const { rights } = accountOf(context);
  return rights.has('see-rangers') || rights.has('dispatch');
};

/** Sorted by distance, within the search radius for help. */
async function rangersNear({ store }: Needs, context: Context, centre: Position): Promise<NearRanger[]> {
  if (!seesRangers(context)) return [];
  const { scope } = context;
  const { list } = await store.rangers.list(scope, { box: boxAround(centre, HELP_METRES) }, { limit: MOST_FOUND });
  return list
    .flatMap((ranger) => (ranger.last === null ? [] : [{ ranger, ...wayTo(centre, ranger.last.position) }]))
    .filter(({ distanceMetres }) => distanceMetres <= HELP_METRES)
    .sort((a, b) => a.distanceMetres - b.distanceMetres);
}

const MOST_FOUND = 10_000;

// Villages and roads of the imported layers, filtered by the group's region (specification §6).

const PLACE_KINDS: readonly VectorLayerKind[] = ['village', 'road'];

async function placesNear({ store }: Needs, context: Context, centre: Position, radiusMetres: number): Promise<NearPlace[]> {
  const layers = await store.mapLayers.list(gridShownTo(accountOf(context).groupId, context.scope));
  const named = new Map(layers.filter(({ kind }) => PLACE_KINDS.includes(kind)).map((layer) => [layer.id, layer]));
  if (named.size === 0) return [];
  const { west, south, east, north } = boxAround(centre, radiusMetres);
  const found = await store.mapLayers.nearest({ layerIds: [...named.keys()], box: [west, south, east, north] }, centre, {
    limit: MOST_PLACES,
  });
  const places = found.flatMap(({ id, layerId, kind, name, attributes, geometry }): NearPlace[] => {
    const [layer, nearest] = [named.get(layerId), nearestOnShape(geometry, centre)];
    if (!layer || nearest === null) return [];
    const position = { lng: nearest.lng, lat: nearest.lat };
    return [
      {
        id,
        kind,
        name,
        layerName: layer.name,
        isSchematic: layer.schematic,
        position,
        ...wayTo(centre, position),
        inhabitants: inhabitantsOf(attributes),
        households: householdsOf(attributes),
      },
    ];
  });
  const ordered = places.filter((place) => place.distanceMetres <= radiusMetres).sort((a, b) => a.distanceMetres - b.distanceMetres);
  // A road is stored in many pieces; the nearest piece represents it.
  const first = new Map(ordered.toReversed().map((place) => [`${place.kind} ${place.name || place.id}`, place]));
  return ordered.filter((place) => first.get(`${place.kind} ${place.name || place.id}`) === place);
}
