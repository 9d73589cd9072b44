// One cell of a danger grid: its level and all inputs. It is computed by the same rule and from the same cells as the image.

import { ancestorAt, covers, type GridNo, levelOf, type Position } from '@lookout/domain';
import {
  type CellDay,
  type CellGround,
  cellDanger,
  cellRating,
  DANGER_CELL_VERSION,
  extremesAtCell,
  noonAtCell,
} from '@lookout/fire-model';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Contract } from '../../contract.ts';
import { partsToConfirm, ratedValuesOf } from '../danger-rating.ts';
import { dangerLevelOf, fireDriversOf, type NoonWeather } from '../fire-weather.ts';
import { strokesWithin } from '../service/danger-beside.ts';
import {
  cellsOf,
  type DangerNeeds,
  dayWithWeather,
  type Frame,
  positionOf,
  slopeOf,
  type WantedDay,
  wantedDay,
} from '../service/danger-cells.ts';
import { dangerRaisesOf, warnedLevelOf } from '../warned-level.ts';

export function cellHandler(room: DangerNeeds): Pick<Handlers<Contract['danger']>, 'dangerCell'> {
  const { grids, elevation } = room;
  return {
    async dangerCell({ scope, now: asked }, { query: { gridNo, day, longitude, latitude } }) {
      const place = { lng: longitude, lat: latitude };
      const wanted = await pictureAt(room, scope, { gridNo, day, place });
      if (wanted === null) return null;
      const { frame, conditionsAt } = await cellsOf(room, wanted);
      const at = cellIndexOf(frame, place);
      const middle = at === null ? null : positionOf(frame, at);
      const [found] = middle ? await conditionsAt([middle]) : [];
      if (at === null || !middle || !found) return null;
      const ground = await groundOf(room, frame, at);
      const weather = found.weatherGrid === null ? undefined : wanted.weather.get(found.weatherGrid);
      const { spell, source } = { spell: weather?.today.drySpell, source: weather?.today.source ?? null };
      const noon = found.day && noonAtCell(found.day, ground);
      const danger = found.day && found.hasDanger ? cellDanger(found.day, ground, found.stand) : null;
      const rating = danger && found.day && ratingOf(found.day, ground);
      const level = danger && dangerLevelOf(danger.fwi, rating);
      const raises = found.weatherGrid === null ? [] : await raisesIn(room, wanted, found.weatherGrid, asked);
      return {
        gridNo: wanted.gridNo,
        day: wanted.day,
        isModel: true,
        version: DANGER_CELL_VERSION,
        ...(wanted.forecastAt && { forecastAt: wanted.forecastAt }),
        position: middle,
        cellMetres: Math.round(frame.cellMetres),
        weatherGrid:
          found.weatherGrid === null || found.day === null
            ? null
            : {
                gridNo: found.weatherGrid,
                gridName: grids().nameOf(found.weatherGrid) ?? found.weatherGrid,
                noon: noonOf(found.day.noon),
                heightMetres: found.day.noonHeightMetres,
              },
        weatherSource: source,
        heightMetres: ground.heightMetres,
        ground: elevation().origin(),
        slopeDegrees: ground.slopeDegrees,
        aspectDegrees: ground.aspectDegrees,
        cover: found.cover && { scheme: found.cover.scheme, value: found.cover.value, kind: found.cover.cover, file: found.cover.file },
        fuel: found.stand?.fuel ?? null,
        danger: danger &&
          level &&
          noon &&
          found.day && {
            ...danger,
            level,
            indexLevel: danger.level,
            noon: noonOf(noon),
            drivers: [...fireDriversOf(found.day.yesterday, noon, found.day)],
            warned: warnedLevelOf(level, raises),
            rating,
          },
        drySpell: spell ?? null,
      };
    },
  };
}

/** Whatever raises the level of the weather's grid also raises the cell's level. */
async function raisesIn({ store }: DangerNeeds, { day, rules }: WantedDay, weatherGrid: GridNo, now: Date) {
  const strokesOn = await strokesWithin(store.lightning, weatherGrid, { firstDay: day, lastDay: day }, now);
  return dangerRaisesOf(day, strokesOn(weatherGrid, day), rules.of(weatherGrid));
}

function ratingOf(day: CellDay, ground: CellGround) {
  const rating = cellRating(day, ground);
  if (rating === null || day.rated === null) return null;
  const values = ratedValuesOf(extremesAtCell(day, day.rated, ground), day.rated.drySpell, day.month);
  return { ...rating, points: { ...rating.points }, values: { ...values }, toConfirm: [...partsToConfirm(day.rated.table)] };
}

interface CellRequest {
  readonly gridNo: GridNo;
  readonly day: string | null | undefined;
  readonly place: Position;
}

/**
 * The image that shows the place: for a grid without an image, that of the prefecture in which the place lies. null: no prefecture with
 * weather contains the place. @throws as `wantedDay`
 */
async function pictureAt(room: DangerNeeds, scope: GridNo, { gridNo, day, place }: CellRequest): Promise<WantedDay | null> {
  if (!['nation', 'province'].includes(levelOf(gridNo))) return wantedDay(room, scope, gridNo, day);
  if (!covers(scope, gridNo)) throw notFound();
  const no = room.gazetteer().gridAt(place, null);
  const prefecture = no === null || !covers(gridNo, no) ? null : ancestorAt(no, 'prefecture');
  return prefecture && dayWithWeather(room, prefecture, day);
}

/** Elevation and slope, from the elevations of the cell and of its four neighbours, as in the image. */
async function groundOf({ elevation }: DangerNeeds, frame: Frame, at: number): Promise<CellGround> {
  const needed = [at, at - 1, at + 1, at - frame.columns, at + frame.columns].filter((one) => one >= 0 && one < frame.columns * frame.rows);
  const found = await elevation().heightsAt(needed.map((one) => positionOf(frame, one)));
  const heights: (number | null)[] = [];
  for (const [index, one] of needed.entries()) heights[one] = found[index] ?? null;
  return { heightMetres: heights[at] ?? null, ...slopeOf(frame, heights, at) };
}

/** null: outside the image. */
function cellIndexOf({ west, north, across, down, columns, rows }: Frame, { lng, lat }: Position): number | null {
  const [column, line] = [Math.floor((lng - west) / across), Math.floor((north - lat) / down)];
  return column < 0 || column >= columns || line < 0 || line >= rows ? null : line * columns + column;
}

/** The noon weather of a day, without the day's other fields. */
const noonOf = ({ temperatureCelsius, humidityPercent, windKilometresPerHour, rainMillimetres }: NoonWeather) => ({
  temperatureCelsius,
  humidityPercent,
  windKilometresPerHour,
  rainMillimetres,
});
