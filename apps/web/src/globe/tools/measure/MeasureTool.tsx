// 测量: distance, area, height and bearing, on the ellipsoid and over the terrain.
import { type LngLat, parsePosition } from '@lookout/geo';
import type { MeasureLayer } from '@lookout/map';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../shared/services.ts';
import type { MountedGlobe } from '../../room.ts';
import { useToolMessages } from '../messages.ts';
import { ToolPanel } from '../ToolPanel.tsx';
import { useToolState, useToolStore } from '../tool-store.ts';
import {
  areaText,
  bearingText,
  flatFigures,
  type GroundFigures,
  groundFigures,
  heightText,
  lengthText,
  MEASURE_MODES,
  MEASURE_POINTS,
  type Measure,
  type MeasureMode,
  slopeText,
  started,
  type Units,
  withPoint,
} from './measure.ts';

export function MeasureTool({ mounted: { globe, map } }: { readonly mounted: MountedGlobe }) {
  const messages = useToolMessages();
  const { store } = useToolStore();
  const measure = useToolState((state) => state.measure);
  const { mode, points, isDone } = measure;
  const [pointer, setPointer] = useState<LngLat | null>(null);
  const layer = useRef<MeasureLayer | null>(null);
  const shown = useMemo(() => (pointer && !isDone ? [...points, pointer] : points), [points, pointer, isDone]);

  useEffect(() => {
    const mounted = map.mountMeasure(globe);
    layer.current = mounted;
    return () => {
      layer.current = null;
      mounted.destroy();
    };
  }, [globe, map]);

  useEffect(() => {
    layer.current?.set({ isArea: mode === 'area', points: shown, texts: textsOf(mode, shown, messages.units) });
  }, [mode, shown, messages]);

  useEffect(() => {
    if (isDone) return;
    const draw = map.mountDraw(globe);
    draw.set({
      kind: 'points',
      ...MEASURE_POINTS[mode],
      points: store.getState().measure.points,
      onSketch: (drawn, at) => {
        if (drawn !== store.getState().measure.points) store.setState({ measure: { mode, points: drawn, isDone: false } });
        setPointer(at);
      },
      onEnd: (drawn) => {
        setPointer(null);
        store.setState({ measure: { mode, points: drawn, isDone: true } });
      },
    });
    return draw.destroy;
  }, [globe, map, store, mode, isDone]);

  const begin = (next: MeasureMode) => {
    setPointer(null);
    store.setState({ measure: started(next) });
  };

  return (
    <ToolPanel title={messages.names.measure} hint={messages.measure.hints[isDone ? 'done' : mode]}>
      <fieldset className="tool-choice strip">
        <legend className="visually-hidden">{messages.measure.mode}</legend>
        {MEASURE_MODES.map((value) => (
          <button key={value} type="button" aria-pressed={value === mode} onClick={() => begin(value)}>
            {messages.measure.modes[value]}
          </button>
        ))}
      </fieldset>
      <MeasureFigures measure={measure} shown={shown} />
      {!isDone && <PointByText onPoint={(position) => store.setState({ measure: withPoint(store.getState().measure, position) })} />}
      {points.length > 0 && <Button onClick={() => begin(mode)}>{messages.measure.again}</Button>}
    </ToolPanel>
  );
}

/** Labels of the points: the distance from the first; in bearing mode, the azimuth at the last point. */
function textsOf(mode: MeasureMode, points: readonly LngLat[], units: Units): string[] {
  if (mode === 'area') return [];
  const { legsMetres, bearing } = flatFigures(mode, points);
  if (mode === 'bearing') return ['', bearing ? bearingText(bearing.there) : ''];
  let metres = 0;
  return [
    '',
    ...legsMetres.map((leg) => {
      metres += leg;
      return lengthText(metres, units);
    }),
  ];
}

/** Adds a typed point, for exact positions and without a pointer. */
function PointByText({ onPoint }: { readonly onPoint: (position: LngLat) => void }) {
  const { measure: messages } = useToolMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [isBad, setIsBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = parsePosition(text);
    setIsBad(!read.ok);
    if (!read.ok) return;
    onPoint(read.value);
    setText('');
  };
  return (
    <form className="tool-line line" noValidate onSubmit={submit}>
      <Input
        className="tabular"
        value={text}
        aria-label={messages.byText}
        title={messages.byText}
        placeholder={messages.byTextPlaceholder}
        autoComplete="off"
        spellCheck={false}
        status={isBad ? 'error' : ''}
        aria-invalid={isBad}
        aria-describedby={isBad ? id : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setIsBad(false);
        }}
      />
      <Button htmlType="submit">{messages.add}</Button>
      {isBad && (
        <p id={id} role="alert" className="field-fault">
          {messages.byTextBad}
        </p>
      )}
    </form>
  );
}

/** The figures of a measurement: on the ellipsoid at once, over the terrain when the server has replied. */
type Row = readonly [label: string, value: ReactNode];

/** @param shown the points, including the one under the pointer */
function MeasureFigures({ measure, shown }: { readonly measure: Measure; readonly shown: readonly LngLat[] }) {
  const { measure: messages, units, unknown } = useToolMessages();
  const ground = useGround(measure);
  const { mode, points } = measure;
  const flat = flatFigures(mode, shown);
  const [from = null, to = null] = ground.data?.heights ?? [];
  // The terrain figures do not cover the point under the pointer.
  const isRequested = points.length >= MEASURE_POINTS[mode].least && shown.length === points.length;

  /** The terrain figure, or why it is missing. */
  const overGround = (text: string | null): ReactNode => {
    if (!isRequested) return <span className="second">{messages.groundLater}</span>;
    if (ground.isPending) return messages.groundLoading;
    if (ground.isError)
      return (
        <>
          {messages.groundFailed}{' '}
          <button type="button" className="link-button" onClick={() => void ground.refetch()}>
            {messages.retry}
          </button>
        </>
      );
    return text ?? messages.groundNone;
  };
  const length = flat.legsMetres.length > 0 ? lengthText(flat.lengthMetres, units) : unknown;
  const groundLength = ground.data?.lengthMetres == null ? null : lengthText(ground.data.lengthMetres, units);
  const ofPoints = flatFigures(mode, points);
  const groundArea =
    ground.data?.areaFactor == null || ofPoints.areaSquareMetres === null
      ? null
      : areaText(ofPoints.areaSquareMetres * ground.data.areaFactor, units);
  const rise = from === null || to === null ? null : to - from;

  const rows: Record<Measure['mode'], readonly Row[]> = {
    distance: [
      [messages.flat, length],
      [messages.ground, overGround(groundLength)],
    ],
    area: [
      [messages.flatArea, flat.areaSquareMetres === null ? unknown : areaText(flat.areaSquareMetres, units)],
      [messages.groundArea, overGround(groundArea)],
      [messages.perimeter, length],
    ],
    height: [
      [messages.from, overGround(from === null ? null : heightText(from, units))],
      [messages.to, overGround(to === null ? null : heightText(to, units))],
      [messages.rise, overGround(rise === null ? null : heightText(rise, units))],
      [messages.away, length],
      [messages.slope, overGround(rise === null ? null : slopeText(rise, ofPoints.lengthMetres))],
    ],
    bearing: [
      [messages.bearing, flat.bearing ? bearingText(flat.bearing.there) : unknown],
      [messages.back, flat.bearing ? bearingText(flat.bearing.back) : unknown],
      [messages.away, length],
    ],
  };
  return (
    <>
      <dl className="tool-figures tabular">
        {rows[mode].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mode === 'distance' && flat.legsMetres.length > 1 && (
        <details className="tool-legs">
          <summary>
            {messages.legs} {flat.legsMetres.length}
          </summary>
          <ol className="tabular">
            {flat.legsMetres.map((leg, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a leg is identified by its index
              <li key={index}>{lengthText(leg, units)}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** Figures over the terrain, fetched once there are enough points. */
function useGround({ mode, points }: Measure) {
  const client = useClient();
  return useQuery<GroundFigures>({
    queryKey: ['ground', mode, points],
    enabled: points.length >= MEASURE_POINTS[mode].least,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      groundFigures(mode, points, (positions) =>
        client.terrain.terrainHeights({
          body: positions.map(({ lng, lat }) => ({ lng, lat })),
          occasion: 'background',
          silent: true,
          signal,
        }),
      ),
  });
}
