// Parses the address of /map: the view, the layers, the grid, and the window of arrival times. Invalid values are ignored.

import { parseTime } from '@lookout/contract';
import { type GridNo, HOUR_MS, MAP_EMBED_LAYERS, type MapEmbedLayer, parseGridNo } from '@lookout/domain';
import { type AddressedView, readView, writeView } from '@lookout/web/globe/view-text.ts';
import { isChip, TIME_CHIPS } from '@lookout/web/shared/time-chips.ts';

/** Epoch milliseconds, both ends included; null: unbounded. */
export interface ArrivalWindow {
  readonly from: number | null;
  readonly to: number | null;
}

export interface MapAddress {
  /** The public id of the embedded map; null: none is named. */
  readonly embedId: string | null;
  /** null: the home view of the grid. */
  readonly view: AddressedView | null;
  /** null: all permitted layers. */
  readonly layers: readonly MapEmbedLayer[] | null;
  /** It can narrow the map to a smaller grid, never widen it. */
  readonly gridNo: GridNo | null;
  readonly windowAt: (now: number) => ArrivalWindow;
}

const STRAIGHT_DOWN = { headingDegrees: 0, pitchDegrees: -90, mode: '3d' } as const;

export function readMapAddress(search: string): MapAddress {
  const query = new URLSearchParams(search);
  const listed = new Set(query.get('layers')?.split(','));
  const chip = query.get('time');
  const hours = isChip(chip) ? (TIME_CHIPS.find(({ id }) => id === chip)?.hours ?? null) : null;
  const instant = (name: string) => parseTime(query.get(name) ?? '')?.getTime() ?? null;
  const range = { from: instant('from'), to: instant('to') };
  return {
    embedId: query.get('embed'),
    view: readView(query.get('at')) ?? readShortView(query.get('view')),
    layers: query.has('layers') ? MAP_EMBED_LAYERS.filter((layer) => listed.has(layer)) : null,
    gridNo: parseGridNo(query.get('grid')),
    windowAt: (now) => (hours === null ? range : { from: now - hours * HOUR_MS, to: null }),
  };
}

const THREE_NUMBERS = /^-?\d{1,3}(\.\d{1,12})?,-?\d{1,2}(\.\d{1,12})?,\d{1,8}(\.\d{1,3})?$/;

/** `view=lng,lat,height`: a vertical view. */
function readShortView(text: string | null): AddressedView | null {
  if (text === null || !THREE_NUMBERS.test(text)) return null;
  const [lng = 0, lat = 0, heightMetres = 0] = text.split(',').map(Number);
  return readView(writeView({ lng, lat, heightMetres, ...STRAIGHT_DOWN }));
}
