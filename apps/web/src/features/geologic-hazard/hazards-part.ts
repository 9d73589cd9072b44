import { createStore } from 'zustand/vanilla';
import type { GlobePart } from '../../globe/part.ts';
import { perSession } from '../../shared/services.ts';
import { hazardEn, hazardZh } from './messages.ts';

const POLL_MS = 5 * 60_000;
/** Warnings come in bursts: the list is asked for once after each. */
const GATHER_MS = 500;

/** Counts the changes made at this desk, after which the map asks again. */
export const hazardChangesOf = perSession(() => createStore<{ readonly count: number }>(() => ({ count: 0 })));

/** The registered hazard points of the grid, coloured by their warnings; polled while the layer is shown, and asked for when a warning changes. */
export const hazards: GlobePart = ({ map, globe, services, window, isMounted }) => {
  const { client, layers, session, onLive } = services;
  if (!session.get().rights.has('set-up-cameras')) return () => undefined;
  const layer = map.mountHazards(globe);
  let poll: number | null = null;
  let soon: number | null = null;
  const ask = async (): Promise<void> => {
    try {
      const list = await client.hazards.hazardList({ body: { state: 'registered' }, occasion: 'background', silent: true });
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
  let isShown = true;
  const row = layers.register({
    id: 'hazards',
    group: 'monitoring',
    visible: true,
    title: { zh: hazardZh.layer, en: hazardEn.layer },
    setVisible: (visible) => {
      isShown = visible;
      layer.show(visible);
      if (visible) begin();
      else end();
    },
  });
  if (isShown) begin();
  const stops = [
    onLive((updates) => {
      if (updates.some(({ kind }) => kind === 'hazard-warning-changed')) askSoon();
    }),
    hazardChangesOf(services).subscribe(askSoon),
  ];
  return () => {
    for (const stop of stops) stop();
    if (soon !== null) window.clearTimeout(soon);
    end();
    row.remove();
  };
};
