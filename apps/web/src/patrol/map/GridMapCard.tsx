// 网格地图: what is stored on this phone and its size; the map itself is opened on demand.
import { formatTime } from '@lookout/contract';
import type { NamedTask } from '@lookout/features/task/task.ts';
import { Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx';
import { lazily } from '../../shared/lazily.ts';
import type { Here } from '../position/PositionLine.tsx';
import type { PositionLog } from '../position/position-log.ts';
import type { MapWayOut } from './GridMapView.tsx';
import { MOST_BYTES } from './grid-map.ts';
import { useMapMessages } from './messages.ts';
import type { StoredGridMap } from './use-grid-map.ts';

const GridMapView = lazily(async () => (await import('./GridMapView.tsx')).GridMapView);

interface Props {
  readonly gridMap: StoredGridMap;
  readonly isOnline: boolean;
  readonly here: Here | null;
  readonly positions: PositionLog;
  readonly tasks: readonly NamedTask[];
  readonly onOpenTask: (id: string) => void;
  /** null: no fire threatens him. */
  readonly wayOut: MapWayOut | null;
}

export function GridMapCard({ gridMap, isOnline, here, positions, tasks, onOpenTask, wayOut }: Props) {
  const messages = useMapMessages();
  const [isOpen, setOpen] = useState(false);
  const { track } = useSyncExternalStore(positions.subscribe, positions.get);
  const marked = useMemo(() => tasks.map(({ id, position, content }) => ({ id, ...position, label: content })), [tasks]);
  const { map, progress, fault, update, drop } = gridMap;
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {map === null && progress === null && gridMap.isLoaded && fault === null && <p className="patrol-second">{messages.none}</p>}
      {progress !== null && (
        <p role="status" className="patrol-second tabular">
          {messages.loading(Math.round(progress * 100))}
        </p>
      )}
      {fault !== null && (
        <p role="alert" className="patrol-hint">
          {fault === 'fetch' ? messages.failed : messages.notKept}
        </p>
      )}
      {map !== null && isOpen && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <GridMapView
              key={map.updatedAt}
              gridMap={map}
              here={here}
              track={track}
              tasks={marked}
              onOpenTask={onOpenTask}
              wayOut={wayOut}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {map !== null && (
        <p className="patrol-second tabular">
          {messages.kept(map.bytes, MOST_BYTES, formatTime(new Date(map.updatedAt)).slice(5, 16))}
          {map.relief === null && ` · ${messages.flat}`}
          {map.areas[0]?.approximate === true && ` · ${messages.approximate}`}
        </p>
      )}
      <div className="patrol-actions">
        {map !== null && (
          <button type="button" className="plain-button plain-primary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? messages.shut : messages.open}
          </button>
        )}
        {isOnline && progress === null && (
          <button type="button" className="plain-button" onClick={update}>
            {messages.update}
          </button>
        )}
        {map !== null && (
          <button type="button" className="plain-button" onClick={drop}>
            {messages.drop}
          </button>
        )}
      </div>
    </section>
  );
}
