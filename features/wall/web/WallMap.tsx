// The flat map of the wall (大屏): relief, outlines coloured by the day's fire danger, the fires, and the forecast of the fire in front. It
// is plain SVG over an image: it needs no graphics card, draws nothing while nothing changes, and jumps from fire to fire instead of
// flying.

import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { FlameIcon, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { hectaresText } from '../../shift/parts/sum-text.ts';
import type { Wall, WallAlarm, WallFire, WallForecast } from '../wall.ts';
import { useWallMessages } from './messages.ts';
import { withinGrid } from './place-text.ts';
import { boxAround, boxOfFrame, boxOfPoints, type Frame, fittedTo, frameOf, isInside, pathOf, shareOf } from './projection.ts';
import type { Danger } from './use-danger.ts';
import { type Outlines, useRelief } from './use-ground.ts';

interface Props {
  readonly wall: Wall;
  readonly front: { readonly fire: WallFire | null; readonly alarm: WallAlarm | null };
  readonly outlines: Outlines;
  readonly danger: Danger | null;
  readonly forecast: WallForecast | null;
}

/**
 * Distance shown to each side of the fire or alarm in front. For a fire with a forecast it is `FORECAST_METRES`, because the forecast area
 * is small at first.
 */
const NEAR_METRES = 5_000;
const FORECAST_METRES = 1_500;
/** Distance shown for a grid without a boundary. */
const FAR_METRES = 80_000;
/** Maximum number of county names on the map, so that each has room. */
const MOST_NAMES = 25;
/** Low enough for the relief to remain visible. */
const DANGER_OPACITY = 0.22;
/** The outlines of the latest hours are drawn first and look palest. */
const OUTLINE_OPACITY = 0.16;

export function WallMap({ wall, front: { fire, alarm }, outlines, danger, forecast }: Props) {
  const messages = useWallMessages();
  const [host, ratio] = useRatio();
  const near = fire ?? alarm;
  const frame = useMemo(
    () => frameFor(near, near === fire ? forecast : null, wall, outlines, ratio),
    [near, fire, forecast, wall, outlines, ratio],
  );
  const whole = useMemo(() => frameFor(null, null, wall, outlines, ratio), [wall, outlines, ratio]);
  // The relief of the whole grid is drawn below: it fills the near view until that is loaded, and while the connection is lost.
  const grounds = [useRelief(ratio === null ? null : boxOfFrame(whole)), useRelief(ratio === null ? null : boxOfFrame(frame))];
  const levels = new Map(danger?.grids.map((grid) => [grid.gridNo, grid]));
  const isWhole = near === null;
  /** Coloured by the day's fire danger while the whole grid is shown. */
  const tintOf = (gridNo: string): CSSProperties | undefined => {
    const level = isWhole ? levels.get(gridNo)?.level : undefined;
    return level === undefined ? undefined : { fill: RISK_COLOURS[level].fill, fillOpacity: DANGER_OPACITY };
  };
  const waiting = wall.alarms.filter(({ state }) => state === 'waiting');
  const names = isWhole ? (danger?.grids ?? []).slice(0, MOST_NAMES) : [];

  return (
    <div ref={host} className="wall-map-host">
      <svg viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} preserveAspectRatio="none" aria-hidden="true">
        {grounds.map(
          (ground) => ground && <image key={ground.url} href={ground.url} {...frameOf(ground.box)} preserveAspectRatio="none" />,
        )}
        {outlines.below.map(({ gridNo, path }) => (
          <path key={gridNo} d={path} className="wall-area" style={tintOf(gridNo)} />
        ))}
        {outlines.own !== null && <path d={outlines.own.path} className="wall-area wall-own-area" style={tintOf(outlines.own.gridNo)} />}
        {[...(forecast?.outlines ?? [])].reverse().map(({ hours, coordinates }) => (
          <path key={hours} d={pathOf(coordinates.flat())} className="wall-isochrone" fillOpacity={OUTLINE_OPACITY} />
        ))}
      </svg>
      {names.map(({ gridNo, gridName, level, at }) =>
        at === null ? null : (
          <Mark key={gridNo} frame={frame} lng={at.lng} lat={at.lat} kind="name">
            {gridName} {messages.level(level)}
          </Mark>
        ),
      )}
      {waiting.map((one) => (
        <Mark key={one.id} frame={frame} {...one.position} kind="alarm" isCurrent={one.id === alarm?.id}>
          <SourceIcon kind={one.kind} />
        </Mark>
      ))}
      {wall.fires.map((one) => (
        <Mark key={one.id} frame={frame} {...one.position} kind="fire" isCurrent={one.id === fire?.id && forecast === null}>
          <FlameIcon />
        </Mark>
      ))}
      {near !== null && (
        <p className="wall-map-title">
          <strong>{near.gridName}</strong> {withinGrid(near.formattedAddress)}
        </p>
      )}
      {forecast !== null && forecast.outlines.length > 0 && (
        <p className="wall-map-legend tabular">
          {messages.forecast}
          {forecast.outlines.map(({ hours, hectares }) => ` · ${messages.hour(hours)} ${messages.hectares(hectaresText(hectares))}`)}
        </p>
      )}
    </div>
  );
}

function frameFor(
  near: WallFire | WallAlarm | null,
  forecast: WallForecast | null,
  wall: Wall,
  outlines: Outlines,
  ratio: number | null,
): Frame {
  const form = ratio ?? 1;
  if (near === null) {
    const { centre } = wall;
    const middle = centre === null ? { west: 97, east: 109, south: 26, north: 35 } : boxAround(centre.lng, centre.lat, FAR_METRES);
    return fittedTo(outlines.box ?? middle, form);
  }
  const around = boxAround(near.position.lng, near.position.lat, forecast === null ? NEAR_METRES : FORECAST_METRES);
  const points = forecast?.outlines.flatMap(({ coordinates }) => coordinates.flat(2)) ?? [];
  const all = boxOfPoints([...points, [around.west, around.south], [around.east, around.north]]) ?? around;
  return fittedTo(all, form);
}

/** Aspect ratio (width to height) of the map; null: not laid out yet. */
function useRatio() {
  const host = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  useEffect(() => {
    const box = host.current;
    if (box === null) return;
    const measure = () => box.clientHeight > 0 && setRatio(Math.round((100 * box.clientWidth) / box.clientHeight) / 100);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [host, ratio] as const;
}

interface MarkProps {
  readonly frame: Frame;
  readonly lng: number;
  readonly lat: number;
  readonly kind: 'fire' | 'alarm' | 'name';
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

function Mark({ frame, lng, lat, kind, isCurrent = false, children }: MarkProps) {
  const share = shareOf(frame, lng, lat);
  if (!isInside(share)) return null;
  return (
    <span
      className="wall-mark"
      data-kind={kind}
      data-current={isCurrent}
      style={{ left: `${100 * share.left}%`, top: `${100 * share.top}%` }}
    >
      {children}
    </span>
  );
}
