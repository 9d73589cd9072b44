// The form of a sketch: texts, colour and width, undo and redo; saved for the grid, or discarded after a confirmation. If saving fails, the
// sketch is retained. Below: its gestures on the globe.
import { CheckOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { LngLat } from '@lookout/geo';
import type { MountedGlobe } from '@lookout/web/globe/room.ts';
import { useToolMessages } from '@lookout/web/globe/tools/messages.ts';
import { useToolStore } from '@lookout/web/globe/tools/tool-store.ts';
import { TextArea, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { App, Button } from 'antd';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { PlotLayer } from '../layer/plot-layer.ts';
import type { Plot } from '../plot.ts';
import { PLOT_COLOURS } from '../plot-kinds.ts';
import { plotSymbols } from '../plot-symbol.ts';
import { plotRecords } from './plot-records.ts';
import { SymbolIcon } from './SymbolIcon.tsx';
import '@lookout/web/globe/tools/tools.css';
import { changed, draftOf, dragged, isWhole, redone, type SketchState, sketchFault, sketchOf, undone } from './sketch.ts';

const MOST_NAME = 64;
const MOST_NOTE = 200;
const WIDTHS = [1, 12] as const;

interface Props {
  readonly sketch: SketchState;
  readonly mounted: MountedGlobe;
}

export function SketchForm({ sketch, mounted }: Props) {
  const { plots: messages } = useToolMessages();
  const language = useLanguage();
  const { message } = App.useApp();
  const { setSketch } = useToolStore();
  const save = usePlotSave();
  const id = useId();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  useSketchDrawing(sketch, mounted);
  const { now } = sketch;
  const fault = sketchFault(now);
  const change = (next: Parameters<typeof changed>[1]) => setSketch(changed(sketch, next));
  /** Typing creates no undo step: undo only reverts drawing. */
  const setText = (next: { readonly name?: string; readonly note?: string }) => setSketch({ ...sketch, now: { ...now, ...next } });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (fault === null && (await save.send(sketch))) void message.success(messages.saved);
  };
  const title = now.symbol === null ? messages.kinds[now.kind] : plotSymbols[now.symbol][language];
  const faultText = isSubmitted && fault !== null ? { points: messages.needPoints, text: messages.needText }[fault] : null;

  return (
    <form className="stack" aria-label={title} noValidate onSubmit={(event) => void submit(event)}>
      <div className="tool-line line">
        {now.symbol !== null && <SymbolIcon symbol={now.symbol} colour={now.colour} />}
        <strong className="row-name cut">{title}</strong>
        <IconButton
          label={messages.undo}
          icon={<UndoOutlined />}
          disabled={sketch.past.length === 0}
          onClick={() => setSketch(undone(sketch))}
        />
        <IconButton
          label={messages.redo}
          icon={<RedoOutlined />}
          disabled={sketch.future.length === 0}
          onClick={() => setSketch(redone(sketch))}
        />
        {sketch.isDrawing && (
          <Button disabled={!isWhole(now)} onClick={() => setSketch({ ...sketch, isDrawing: false })}>
            {messages.finish}
          </Button>
        )}
      </div>
      <label className="tool-field stack">
        {now.kind === 'label' ? messages.text : messages.name}
        <TextInput
          value={now.name}
          most={MOST_NAME}
          status={faultText && fault === 'text' ? 'error' : ''}
          aria-invalid={isSubmitted && fault === 'text'}
          aria-describedby={faultText ? id : undefined}
          onChange={({ target }) => setText({ name: target.value })}
        />
      </label>
      <fieldset className="plot-colours">
        <legend>{messages.colour}</legend>
        {PLOT_COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            className="plot-swatch"
            data-colour={colour}
            aria-label={messages.colours[colour]}
            title={messages.colours[colour]}
            aria-pressed={now.colour === colour}
            onClick={() => change({ colour })}
          >
            {now.colour === colour && <CheckOutlined aria-hidden="true" />}
          </button>
        ))}
      </fieldset>
      <label className="tool-field stack">
        {messages.width}
        <span className="tool-line line">
          <input
            type="range"
            min={WIDTHS[0]}
            max={WIDTHS[1]}
            step={1}
            value={now.widthPixels}
            onChange={({ target }) => change({ widthPixels: Number(target.value) })}
          />
          <span className="tabular">{now.widthPixels}</span>
        </span>
      </label>
      <label className="tool-field stack">
        {messages.note}
        <TextArea rows={2} value={now.note} most={MOST_NOTE} onChange={({ target }) => setText({ note: target.value })} />
      </label>
      {faultText && (
        <p id={id} role="alert" className="field-fault">
          {faultText}
        </p>
      )}
      <Failure save={save} sketch={sketch} />
      {isConfirming ? (
        <section className="tool-ask stack" aria-label={messages.discardAsk}>
          <p>{messages.discardAsk}</p>
          <div className="tool-line line">
            <Button type="primary" danger onClick={() => setSketch(null)}>
              {messages.discard}
            </Button>
            <Cancel onCancel={() => setIsConfirming(false)} />
          </div>
        </section>
      ) : (
        <div className="tool-line line">
          <Button type="primary" htmlType="submit" disabled={save.busy}>
            {save.busy ? messages.saving : messages.save}
          </Button>
          <Button onClick={() => (sketch.now.points.length === 0 && sketch.plot === null ? setSketch(null) : setIsConfirming(true))}>
            {messages.discard}
          </Button>
        </div>
      )}
    </form>
  );
}

function Cancel({ onCancel }: { readonly onCancel: () => void }) {
  const messages = useToolMessages();
  return <Button onClick={onCancel}>{messages.cancel}</Button>;
}

/** Why the sketch was not saved, and what the user can do. */
function Failure({ save, sketch }: { readonly save: PlotSave; readonly sketch: SketchState }) {
  const { plots: messages } = useToolMessages();
  const { failure } = save;
  if (failure === null) return null;
  if (failure.kind === 'outdated') {
    const { stored } = failure;
    return (
      <div className="tool-ask stack" role="alert">
        <p>{messages.outdated(stored.changedBy)}</p>
        <div className="tool-line line">
          <Button onClick={() => save.takeTheirs(stored)}>{messages.takeTheirs}</Button>
          <Button onClick={() => void save.overwrite(sketch, stored)}>{messages.overwrite}</Button>
        </div>
      </div>
    );
  }
  return (
    <p role="alert" className="field-fault">
      {failure.kind === 'gone'
        ? messages.gone
        : `${messages.failed}${failure.reason === null ? '' : `${marks().brackets(failure.reason)}`}`}
    </p>
  );
}

type SaveFailure =
  | { readonly kind: 'failed'; readonly reason: string | null }
  /** Another user changed the plot first. */
  | { readonly kind: 'outdated'; readonly stored: Plot }
  | { readonly kind: 'gone' };

interface PlotSave {
  readonly busy: boolean;
  readonly failure: SaveFailure | null;
  /** @returns whether the sketch was saved */
  readonly send: (sketch: SketchState) => Promise<boolean>;
  readonly takeTheirs: (stored: Plot) => void;
  readonly overwrite: (sketch: SketchState, stored: Plot) => Promise<boolean>;
}

function usePlotSave(): PlotSave {
  const client = useClient();
  const plots = useServices().records(plotRecords);
  const { setSketch, select } = useToolStore();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);

  const send = async (sketch: SketchState): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    const draft = draftOf(sketch);
    try {
      if (sketch.plot === null) {
        await client.plot.createPlot({ body: draft, headers: { 'idempotency-key': sketch.key }, silent: true });
      } else {
        const { id, version } = sketch.plot;
        const saved = await client.plot.updatePlot({ params: { id }, body: { version, plot: draft }, silent: true });
        // Other desks receive the live update; this one shows the saved plot at once in place of the sketch.
        plots.merge([saved], plots.seq());
      }
      setSketch(null);
      select(null);
      return true;
    } catch (error) {
      const fault = failureOf(error);
      if (fault.kind === 'gone') setSketch({ ...sketch, plot: null, key: newKey() });
      setFailure(fault);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    send,
    takeTheirs: (stored) => {
      setFailure(null);
      setSketch(sketchOf(stored, newKey()));
    },
    overwrite: (sketch, stored) => send({ ...sketch, plot: { id: stored.id, version: stored.version } }),
  };
}

function failureOf(error: unknown): SaveFailure {
  if (!(error instanceof CallFailed) || error.outcome.kind !== 'error') return { kind: 'failed', reason: null };
  const { code } = error.outcome;
  if (code === 409) return { kind: 'outdated', stored: error.data as Plot };
  if (code === 404) return { kind: 'gone' };
  return { kind: 'failed', reason: error.fields.map(({ message }) => message).join(marks().semicolon) || error.message };
}

/** Maximum number of points, as bounded by the domain; an arrow has few bends. */
const MOST = { point: 1, label: 1, line: 2_000, polygon: 2_000, arrow: 20 } as const;
const LEAST = { point: 1, label: 1, line: 2, polygon: 3, arrow: 2 } as const;

function useSketchDrawing(sketch: SketchState, { globe, map }: MountedGlobe): void {
  const { store, setSketch, setSketching } = useToolStore();
  const layer = useRef<PlotLayer | null>(null);
  const [pointer, setPointer] = useState<LngLat | null>(null);
  /** The points drawn by the gesture itself; when the sketch has other points (undo, typing), the gesture restarts. */
  const drawn = useRef<readonly LngLat[] | null>(null);
  const { isDrawing, now } = sketch;
  const { kind, points } = now;
  const [revision, setRevision] = useState(0);

  useEffect(() => {
    const mounted = map.mountPlots(globe, 'sketch');
    layer.current = mounted;
    setSketching(true);
    return () => {
      layer.current = null;
      mounted.destroy();
      setSketching(false);
    };
  }, [globe, map, setSketching]);

  useEffect(() => {
    const shown = isDrawing && pointer && points.length < MOST[kind] ? [...points, pointer] : points;
    layer.current?.set([{ ...now, id: null, points: shown, isEdited: true }]);
  }, [now, kind, points, pointer, isDrawing]);

  useEffect(() => {
    if (drawn.current !== null && drawn.current !== points) setRevision((so) => so + 1);
  }, [points]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` restarts the gesture with the current points
  useEffect(() => {
    const current = () => store.getState().sketch;
    const draw = map.mountDraw(globe);
    if (isDrawing) {
      drawn.current = current()?.now.points ?? [];
      draw.set({
        kind: 'points',
        least: LEAST[kind],
        most: MOST[kind],
        points: drawn.current,
        onSketch: (next, at) => {
          const sketch = current();
          if (sketch && next !== drawn.current) {
            drawn.current = next;
            setSketch(changed(sketch, { points: next }));
          }
          setPointer(at);
        },
        onEnd: () => {
          const sketch = current();
          if (sketch) setSketch({ ...sketch, isDrawing: false });
        },
      });
    } else {
      drawn.current = null;
      let before: SketchState | null = null;
      draw.set({
        kind: 'handles',
        points: () => current()?.now.points ?? [],
        onMove: (index, position) => {
          const sketch = current();
          if (!sketch) return;
          before ??= sketch;
          // Stored in the browser only when the point is dropped.
          store.setState({ sketch: dragged(sketch, index, position) });
        },
        onDrop: () => {
          const sketch = current();
          if (sketch && before) setSketch({ ...changed(before, { points: sketch.now.points }) });
          before = null;
        },
      });
    }
    return draw.destroy;
  }, [globe, map, store, setSketch, kind, isDrawing, revision]);
}
