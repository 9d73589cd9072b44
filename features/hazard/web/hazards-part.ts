import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession } from '@lookout/web/shared/services.ts';
import { createStore } from 'zustand/vanilla';
import { hazardEn, hazardZh } from './messages.ts';

const POLL_MS = 5 * 60_000;
/** Warnings arrive in bursts, so the list is requested once for each burst. */
const GATHER_MS = 500;

interface HazardMap {
  /** The number of changes made in this browser, after which the map requests the points again. */
  readonly changes: number;
  /** True while the page 地质灾害 is open. It shows the points whatever the layer tree says. */
  readonly isOnPage: boolean;
}

export const hazardMapOf = perSession(() => createStore<HazardMap>(() => ({ changes: 0, isOnPage: false })));

/**
 * The registered hazard points of the grid, coloured by their warnings. They are always shown on their own page; on other pages, where they
 * would mix with alarms, the user chooses. Polled while shown, and requested again when a warning changes.
 */
export const hazards: GlobePart = ({ map, globe, services, window, isMounted }) => {
  const { client, layers, session, onLive } = services;
  if (!session.get().rights.has('set-up-cameras')) return () => undefined;
  const layer = map.mountHazards(globe);
  let poll: number | null = null;
  let soon: number | null = null;
  const ask = async (): Promise<void> => {
    try {
      const list = await client.hazard.hazardList({ body: { state: 'registered' }, occasion: 'background', silent: true });
      if (!isMounted()) return;
      layer.set(
        list.map(({ id, position, name, kind, warning }) => ({ id, ...position, label: name, kind, level: warning?.level ?? null })),
      );
      row.setState(list.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: list.length });
    } catch {
      // The old marks remain. The next poll requests the points again.
      if (isMounted()) row.setState({ kind: 'failed', retry: () => void ask() });
    }
  };
  const askSoon = () => {
    soon ??= window.setTimeout(() => {
      soon = null;
      if (poll !== null) void ask();
    }, GATHER_MS);
  };
  const begin = () => {
    if (poll !== null) return;
    poll = window.setInterval(() => void ask(), POLL_MS);
    void ask();
  };
  const end = () => {
    if (poll !== null) window.clearInterval(poll);
    poll = null;
  };
  const hazardMap = hazardMapOf(services);
  let isChosen = false;
  const show = () => {
    const isShown = isChosen || hazardMap.getState().isOnPage;
    layer.show(isShown);
    if (isShown) begin();
    else end();
  };
  const row = layers.register({
    id: 'hazards',
    group: 'monitoring',
    visible: false,
    title: { zh: hazardZh.layer, en: hazardEn.layer },
    setVisible: (visible) => {
      isChosen = visible;
      show();
    },
  });
  show();
  const stops = [
    onLive((updates) => {
      if (updates.some(({ kind }) => kind === 'hazard-warning-changed')) askSoon();
    }),
    hazardMap.subscribe((state, before) => (state.changes === before.changes ? show() : askSoon())),
  ];
  return () => {
    for (const stop of stops) stop();
    if (soon !== null) window.clearTimeout(soon);
    end();
    row.remove();
  };
};
