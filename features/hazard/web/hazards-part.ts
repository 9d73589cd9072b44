import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession } from '@lookout/web/shared/services.ts';
import { createStore } from 'zustand/vanilla';
import { hazardEn, hazardZh } from './messages.ts';

const POLL_MS = 5 * 60_000;
/** Warnings come in bursts: the list is asked for once after each. */
const GATHER_MS = 500;

interface HazardMap {
  /** The changes made at this desk, after which the map asks again. */
  readonly changes: number;
  /** 地质灾害 is open, which shows the points whatever the layer tree says. */
  readonly isOnPage: boolean;
}

export const hazardMapOf = perSession(() => createStore<HazardMap>(() => ({ changes: 0, isOnPage: false })));

/**
 * The registered hazard points of the grid, coloured by their warnings: on their own page, and by choice on the others, where they would stand among
 * alarms. Polled while they are shown, and asked for when a warning changes.
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
      // The old marks stay; the next poll asks again.
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
