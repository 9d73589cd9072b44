// The open panels next to the queue, at most one on each side: 360 px wide, above the bar.
import { CloseOutlined } from '@ant-design/icons';
import { type MapPoint, type PositionTaking, PositionTakingContext } from '@lookout/web/globe/PointField.tsx';
import { type TabRow, useTitle } from '@lookout/web/manifest/web-feature.ts';
import { ErrorBoundary, RequireRight } from '@lookout/web/shared/ErrorBoundary.tsx';
import { useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { useConnection } from '@lookout/web/shared/services.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { Skeleton } from 'antd';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTabMessages } from './messages.ts';
import { fitting, isOpen, type KnownTabs, type OpenTabs, type Room, readTabs, toggled, writeTabs } from './tabs.ts';
import './tabs.css';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';

export function TabPanels({ tabs, rows }: { readonly tabs: Tabs; readonly rows: readonly TabRow[] }) {
  const open = rows.filter(({ id, side, Panel }) => tabs[side] === id && Panel !== null);
  return (
    <PositionTakingContext value={tabs}>
      {open.map((row) => (
        <TabPanel key={row.id} row={row} onClose={() => tabs.toggle(row.id)} />
      ))}
    </PositionTakingContext>
  );
}

function TabPanel({ row, onClose }: { readonly row: TabRow; readonly onClose: () => void }) {
  const { id, side, right, Panel } = row;
  const messages = useTabMessages();
  const line = useConnection();
  const title = useTitle()(row.title);
  useEscape(true, onClose);
  return (
    <aside {...COVERS_MAP} className="tab-panel side-panel panel" data-side={side} aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <IconButton label={messages.close(title)} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {isBroken(line) && (
        <p className="tab-stale" role="status">
          {messages.stale}
        </p>
      )}
      <RequireRight right={right} page={title}>
        <ErrorBoundary resetKey={id}>
          <Suspense fallback={<Skeleton active className="tab-wait" />}>{Panel && <Panel />}</Suspense>
        </ErrorBoundary>
      </RequireRight>
    </aside>
  );
}

// The page's open tabs: read from the URL, written back without navigation, adapted to the window when its size changes.
const THREE = '(min-width: 1500px)';
const TWO = '(min-width: 1200px)';
const roomNow = (): Room => (matchMedia(THREE).matches ? 'three' : matchMedia(TWO).matches ? 'two' : 'one');

export interface Tabs extends OpenTabs, PositionTaking {
  readonly toggle: (tab: string) => void;
  /** Opens the tab if it is closed. */
  readonly show: (tab: string) => void;
}

/** @param arrivalKey changes when a link to the page that is already open is followed */
export function useTabs(arrivalKey: string, known: KnownTabs): Tabs {
  const [open, setOpen] = useState<OpenTabs>(() => readTabs(location.search, roomNow(), known));
  const [take, setTake] = useState<{ readonly run: (position: MapPoint) => void } | null>(null);
  const arrived = useRef(arrivalKey);

  useEffect(() => {
    if (arrived.current === arrivalKey) return;
    arrived.current = arrivalKey;
    setOpen(readTabs(location.search, roomNow(), known));
  }, [arrivalKey, known]);

  useEffect(() => {
    const widths = [THREE, TWO].map((width) => matchMedia(width));
    const changed = () => setOpen((before) => fitting(before, roomNow()));
    for (const media of widths) media.addEventListener('change', changed);
    return () => {
      for (const media of widths) media.removeEventListener('change', changed);
    };
  }, []);

  useEffect(() => {
    const query = writeTabs(location.search, open, roomNow());
    // Without navigation, as in use-address.ts.
    if (query !== location.search) history.replaceState(history.state, '', `${location.pathname}${query}`);
  }, [open]);

  return useMemo(() => {
    const toggle = (tab: string) => setOpen((before) => toggled(before, tab, roomNow(), known));
    return {
      ...open,
      toggle,
      show: (tab) => {
        if (!isOpen(open, tab)) toggle(tab);
      },
      take: take?.run ?? null,
      setTake: (run) => setTake(run && { run }),
    };
  }, [open, take, known]);
}
