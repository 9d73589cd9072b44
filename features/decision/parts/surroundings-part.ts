// What 辅助决策 draws on the map: the circle of the radius around the fire, and a line to an entry of its lists.

import type { GlobePart } from '@lookout/web/globe/part.ts';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { spreadOnMap } from '../../spread/parts/messages.ts';
import type { PointedAt, SurroundingsMark } from '../layer/surroundings.ts';

interface Surroundings {
  /** null: no fire is chosen. */
  readonly around: Pick<SurroundingsMark, 'centre' | 'radiusMetres'> | null;
  /** The entry under the pointer or with the focus. */
  readonly pointed: PointedAt | null;
  /** The chosen entry, drawn until it is chosen again. */
  readonly pinned: PointedAt | null;
}

const NOTHING: Surroundings = { around: null, pointed: null, pinned: null };

/** Written by the page and read by the globe part. It outlives the globe. */
export const surroundingsOf = perSession(() => createStore<Surroundings>(() => NOTHING));

export const surroundings: GlobePart = ({ map, globe, services }) => {
  const store = surroundingsOf(services);
  const drawn = map.mountSurroundings(globe);
  const row = services.layers.register({
    id: 'decision.surroundings',
    group: 'alarms',
    title: { zh: spreadOnMap.zh.surroundings, en: spreadOnMap.en.surroundings },
    visible: true,
    setVisible: drawn.show,
  });
  const draw = ({ around, pointed, pinned }: Surroundings) => {
    const pointedAt = [pinned, pointed].filter((one) => one !== null);
    drawn.set(around && { ...around, pointedAt: pointed !== null && isSame(pointed, pinned) ? [pointed] : pointedAt });
  };
  draw(store.getState());
  const stop = store.subscribe(draw);
  return () => {
    stop();
    row.remove();
  };
};

const isSame = (one: PointedAt, other: PointedAt | null): boolean => other !== null && one.lng === other.lng && one.lat === other.lat;

interface Pointer {
  /** null: ends pointing. */
  readonly point: (at: PointedAt | null) => void;
  /** Draws the line until another entry is chosen. Choosing the same entry again removes the line. */
  readonly keep: (at: PointedAt) => void;
}

export function usePointer(): Pointer {
  const store = surroundingsOf(useServices());
  return useMemo(
    () => ({
      point: (pointed) => store.setState({ pointed }),
      keep: (at) => store.setState(({ pinned }) => ({ pinned: isSame(at, pinned) ? null : at })),
    }),
    [store],
  );
}

/** Handlers that point at a place on the map while the pointer or the focus is on its row. */
export const pointing = ({ point }: Pointer, at: PointedAt) => ({
  onPointerEnter: () => point(at),
  onPointerLeave: () => point(null),
  onFocus: () => point(at),
  onBlur: () => point(null),
});
