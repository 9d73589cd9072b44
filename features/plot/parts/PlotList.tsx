// The plots of the grid, or those of one fire: fly to, show or hide on this desk; change and remove, for users who may draw.
import { AimOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import type { Globe } from '@lookout/map';
import type { MountedGlobe } from '@lookout/web/globe/room.ts';
import { useToolMessages } from '@lookout/web/globe/tools/messages.ts';
import { useToolState, useToolStore } from '@lookout/web/globe/tools/tool-store.ts';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { App, Button, Skeleton } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { boxOf } from '../../known-heat/known-heat.ts';
import type { Plot } from '../plot.ts';
import { plotSymbols } from '../plot-symbol.ts';
import { plotRecords } from './plot-records.ts';
import { SymbolIcon } from './SymbolIcon.tsx';
import '@lookout/web/globe/tools/tools.css';

interface ListProps {
  readonly mounted: MountedGlobe;
  readonly mayDraw: boolean;
  /** Lists only the plots drawn for this fire; null: all. */
  readonly fireId: string | null;
}

export function PlotList({ mounted: { globe }, mayDraw, fireId }: ListProps) {
  const { plots: messages } = useToolMessages();
  const language = useLanguage();
  const { records, reloadRecords } = useServices();
  const plots = records(plotRecords);
  const store = useToolStore();
  const all = useSyncExternalStore(plots.subscribe, plots.list);
  const list = fireId === null ? all : all.filter((plot) => plot.fireId === fireId);
  const load = useSyncExternalStore(plots.subscribe, plots.state);
  const selected = useToolState((state) => state.selected);
  const hidden = useToolState((state) => state.hidden);
  if (load === 'failed' && all.length === 0)
    return (
      <p role="alert">
        {messages.loadFailed} <Button onClick={reloadRecords}>{messages.retry}</Button>
      </p>
    );
  if (load !== 'loaded' && all.length === 0) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <section aria-label={messages.list}>
      <h3>
        {messages.list} <span className="tabular second">{list.length}</span>
      </h3>
      {list.length === 0 && <p className="second">{mayDraw ? messages.empty : messages.emptyRead}</p>}
      <ul className="tool-list plot-list">
        {list.map((plot) => {
          const kind = plot.symbol === null ? messages.kinds[plot.kind] : plotSymbols[plot.symbol][language];
          const name = plot.name || kind;
          const isHidden = hidden.has(plot.id);
          return (
            <li key={plot.id} data-selected={plot.id === selected}>
              <div className="tool-line line">
                <button
                  type="button"
                  className="list-row"
                  aria-expanded={plot.id === selected}
                  onClick={() => store.select(plot.id === selected ? null : plot.id)}
                >
                  {plot.symbol === null ? (
                    <span className="plot-dot" data-colour={plot.colour} aria-hidden="true" />
                  ) : (
                    <SymbolIcon symbol={plot.symbol} colour={plot.colour} />
                  )}
                  <span className="row-name cut" title={name}>
                    {name}
                  </span>
                  {plot.name !== '' && <span className="second">{kind}</span>}
                </button>
                <IconButton
                  icon={<AimOutlined />}
                  aria-label={`${messages.fly} ${name}`}
                  title={messages.fly}
                  onClick={() => flyToPlot(globe, plot)}
                />
                <IconButton
                  icon={isHidden ? <EyeInvisibleOutlined /> : <EyeOutlined />}
                  aria-label={`${isHidden ? messages.show : messages.hide} ${name}`}
                  title={isHidden ? messages.show : messages.hide}
                  aria-pressed={isHidden}
                  onClick={() => store.setHidden(plot.id, !isHidden)}
                />
              </div>
              {plot.id === selected && <Selected plot={plot} name={name} mayDraw={mayDraw} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface SelectedProps {
  readonly plot: Named<Plot>;
  readonly name: string;
  readonly mayDraw: boolean;
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

function Selected({ plot, name, mayDraw }: SelectedProps) {
  const messages = useToolMessages();
  const client = useClient();
  const store = useToolStore();
  const { message } = App.useApp();
  const isSketching = useToolState((state) => state.sketch !== null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const mayChange = mayDraw && !isSketching;
  useEscape(isConfirming, () => setIsConfirming(false));

  // Specification §9: "Delete key removes the selected plot". Dangerous actions are confirmed.
  useEffect(() => {
    if (!mayChange) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Delete' || (event.target instanceof Element && event.target.matches(FIELDS))) return;
      event.preventDefault();
      setIsConfirming(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [mayChange]);

  const remove = async () => {
    setBusy(true);
    setFailed(null);
    try {
      await client.plot.deletePlot({ params: { id: plot.id }, silent: true });
      void message.success(messages.plots.removed);
      store.select(null);
    } catch (error) {
      setFailed(error instanceof CallFailed && error.outcome.kind === 'error' ? error.message : messages.plots.removeFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="plot-selected stack">
      {plot.note && <p>{plot.note}</p>}
      <p className="second">
        {plot.gridName} · {messages.plots.by(plot.changedBy, formatTime(plot.changedAt))}
      </p>
      {mayChange && !isConfirming && (
        <div className="tool-line line">
          <Button onClick={() => store.edit(plot)}>{messages.plots.edit}</Button>
          <Button onClick={() => setIsConfirming(true)}>{messages.plots.remove}</Button>
        </div>
      )}
      {isConfirming && (
        <section className="tool-ask stack" aria-label={messages.plots.removeAsk(name)}>
          <p>{messages.plots.removeAsk(name)}</p>
          {failed && (
            <p role="alert" className="field-fault">
              {failed}
            </p>
          )}
          <div className="tool-line line">
            {/* The button has the focus: Enter confirms, Esc cancels. */}
            <Button type="primary" danger disabled={busy} autoFocus onClick={() => void remove()}>
              {messages.plots.remove}
            </Button>
            <Button onClick={() => setIsConfirming(false)}>{messages.cancel}</Button>
          </div>
        </section>
      )}
    </div>
  );
}

const NEAREST_METRES = 3_000;

function flyToPlot(globe: Globe, { points }: Pick<Plot, 'points'>): void {
  void globe.flyToBox(boxOf(points), NEAREST_METRES);
}
