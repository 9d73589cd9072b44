// 测量: distance, area, height and bearing, on the ellipsoid and over the ground.
import { type LngLat, parsePlace } from '@lookout/geo';
import type { MeasureLayer } from '@lookout/map';
import { Button, Input } from 'antd';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { MountedGlobe } from '../../room.ts';
import { useToolMessages } from '../messages.ts';
import { ToolPanel } from '../ToolPanel.tsx';
import { useToolState, useToolStore } from '../tool-store.ts';
import { MeasureFigures } from './MeasureFigures.tsx';
import { flatFigures, MEASURE_MODES, MEASURE_POINTS, type MeasureMode, started, withPoint } from './measure.ts';
import { bearingText, lengthText, type Units } from './measure-text.ts';

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
      {!isDone && <PointByText onPoint={(place) => store.setState({ measure: withPoint(store.getState().measure, place) })} />}
      {points.length > 0 && <Button onClick={() => begin(mode)}>{messages.measure.again}</Button>}
    </ToolPanel>
  );
}

/** Beside the points: how far it is from the first one; of a bearing, at its end the azimuth. */
function textsOf(mode: MeasureMode, points: readonly LngLat[], units: Units): string[] {
  if (mode === 'area') return [];
  const { legsMetres, bearing } = flatFigures(mode, points);
  if (mode === 'bearing') return ['', bearing ? bearingText(bearing.there) : ''];
  let way = 0;
  return [
    '',
    ...legsMetres.map((leg) => {
      way += leg;
      return lengthText(way, units);
    }),
  ];
}

/** A point without a pointer: typed, as exactly as one likes. */
function PointByText({ onPoint }: { readonly onPoint: (place: LngLat) => void }) {
  const { measure: messages } = useToolMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [isBad, setIsBad] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = parsePlace(text);
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
