// What a drawing is: its words, colour and width, with undo and redo; saved for the grid, or discarded after a question.
import { CheckOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { PLOT_COLOURS } from '@lookout/domain';
import { App, Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { IconButton } from '../../../shared/IconButton.tsx';
import { marks } from '../../../shared/text/marks.ts';
import type { MountedGlobe } from '../../room.ts';
import { useToolMessages } from '../messages.ts';
import { useToolStore } from '../tool-store.ts';
import { changed, isWhole, redone, type SketchState, sketchFault, undone } from './sketch.ts';
import { type PlotSave, usePlotSave } from './use-plot-save.ts';
import { useSketchDrawing } from './use-sketch-drawing.ts';

const MOST_NAME = 64;
const MOST_NOTE = 200;
const WIDTHS = [1, 12] as const;

interface Props {
  readonly sketch: SketchState;
  readonly mounted: MountedGlobe;
}

export function SketchForm({ sketch, mounted }: Props) {
  const { plots: messages } = useToolMessages();
  const { message } = App.useApp();
  const { setSketch } = useToolStore();
  const save = usePlotSave();
  const id = useId();
  const [isTold, setIsTold] = useState(false);
  const [asks, setAsks] = useState(false);
  useSketchDrawing(sketch, mounted);
  const { now } = sketch;
  const fault = sketchFault(now);
  const change = (next: Parameters<typeof changed>[1]) => setSketch(changed(sketch, next));
  /** Typing is no step of its own: undo takes back what was drawn. */
  const say = (next: { readonly name?: string; readonly note?: string }) => setSketch({ ...sketch, now: { ...now, ...next } });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsTold(true);
    if (fault === null && (await save.send(sketch))) void message.success(messages.saved);
  };
  const faultText = isTold && fault !== null ? { points: messages.needPoints, text: messages.needText }[fault] : null;

  return (
    <form className="stack" aria-label={messages.kinds[now.kind]} noValidate onSubmit={(event) => void submit(event)}>
      <div className="tool-line line">
        <strong className="row-name cut">{messages.kinds[now.kind]}</strong>
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
        <Input
          value={now.name}
          maxLength={MOST_NAME}
          status={faultText && fault === 'text' ? 'error' : ''}
          aria-invalid={isTold && fault === 'text'}
          aria-describedby={faultText ? id : undefined}
          onChange={({ target }) => say({ name: target.value })}
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
        <Input.TextArea rows={2} value={now.note} maxLength={MOST_NOTE} onChange={({ target }) => say({ note: target.value })} />
      </label>
      {faultText && (
        <p id={id} role="alert" className="field-fault">
          {faultText}
        </p>
      )}
      <Failure save={save} sketch={sketch} />
      {asks ? (
        <section className="tool-ask stack" aria-label={messages.discardAsk}>
          <p>{messages.discardAsk}</p>
          <div className="tool-line line">
            <Button type="primary" danger onClick={() => setSketch(null)}>
              {messages.discard}
            </Button>
            <Cancel onCancel={() => setAsks(false)} />
          </div>
        </section>
      ) : (
        <div className="tool-line line">
          <Button type="primary" htmlType="submit" disabled={save.busy}>
            {save.busy ? messages.saving : messages.save}
          </Button>
          <Button onClick={() => (sketch.now.points.length === 0 && sketch.plot === null ? setSketch(null) : setAsks(true))}>
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

/** Why it was not saved, and what can be done about it. */
function Failure({ save, sketch }: { readonly save: PlotSave; readonly sketch: SketchState }) {
  const { plots: messages } = useToolMessages();
  const { failure } = save;
  if (failure === null) return null;
  if (failure.kind === 'outdated') {
    const { standing } = failure;
    return (
      <div className="tool-ask stack" role="alert">
        <p>{messages.outdated(standing.changedBy)}</p>
        <div className="tool-line line">
          <Button onClick={() => save.takeTheirs(standing)}>{messages.takeTheirs}</Button>
          <Button onClick={() => void save.overwrite(sketch, standing)}>{messages.overwrite}</Button>
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
