// A heat map: counts by cells as one picture draped over the terrain, from cool colours for few to hot for many.

import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { type Box, pictureAt } from '@lookout/map/layers/draped-picture.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { ImageryLayer } from 'cesium';
import { HEAT_COLOURS } from './heat-colours.ts';

export interface HeatCells {
  /** Size of a cell, degrees. */
  readonly cellDegrees: number;
  /** Centres of the cells, with their counts. */
  readonly cells: readonly { readonly lng: number; readonly lat: number; readonly count: number }[];
}

export interface HeatOnMap {
  /** Replaces the heat map; null: nothing is drawn. */
  readonly set: (heat: HeatCells | null) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly show: (visible: boolean) => void;
  /** The default opacity. */
  readonly opacity: number;
}

const HEAT_OPACITY = 0.75;

export function mountHeat(globe: Globe): HeatOnMap {
  const layer = globe.addLayer(heatLayer());
  return {
    set: (heat) => layer.apply({ heat }),
    setOpacity: (opacity) => layer.apply({ opacity }),
    show: layer.show,
    opacity: HEAT_OPACITY,
  };
}

type HeatChange = { readonly heat: HeatCells | null } | { readonly opacity: number };

function heatLayer(): Layer<HeatChange> {
  return {
    id: 'heat',
    heights: EVERY_HEIGHT,
    mount: ({ scene }) => {
      let imagery: ImageryLayer | null = null;
      let opacity = HEAT_OPACITY;
      let visible = false;
      const clear = (): void => {
        if (imagery) scene.imageryLayers.remove(imagery, true);
        imagery = null;
      };
      return {
        apply: (change) => {
          if ('opacity' in change) {
            opacity = change.opacity;
            if (imagery) imagery.alpha = opacity;
            return;
          }
          clear();
          if (change.heat === null || change.heat.cells.length === 0) return;
          const { canvas, box } = drawHeat(change.heat, document.createElement('canvas'));
          imagery = new ImageryLayer(pictureAt({ columns: canvas.width, rows: canvas.height, box, load: async () => canvas }), {
            alpha: opacity,
            show: visible,
          });
          scene.imageryLayers.add(imagery);
        },
        show: (next) => {
          visible = next;
          if (imagery) imagery.show = next;
        },
        destroy: clear,
      };
    },
  };
}

/** Radius of a cell's gradient, in cells. */
const REACH_CELLS = 2;
const PIXELS_A_CELL = 8;
const MOST_PIXELS = 1_024;
/** Keeps cells with few alarms visible next to cells with many. */
const strengthOf = (count: number, most: number): number => 0.06 + 0.5 * Math.sqrt(count / most);

function drawHeat({ cells, cellDegrees }: HeatCells, canvas: HTMLCanvasElement): { readonly canvas: HTMLCanvasElement; readonly box: Box } {
  const margin = cellDegrees * (REACH_CELLS + 0.5);
  const box = boxRound(cells, margin);
  const [west, south, east, north] = box;
  const pixelsADegree = Math.min(PIXELS_A_CELL / cellDegrees, MOST_PIXELS / Math.max(east - west, north - south));
  canvas.width = Math.max(1, Math.ceil((east - west) * pixelsADegree));
  canvas.height = Math.max(1, Math.ceil((north - south) * pixelsADegree));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no 2d canvas');
  const most = cells.reduce((max, { count }) => Math.max(max, count), 1);
  const radius = Math.max(2, REACH_CELLS * cellDegrees * pixelsADegree);
  for (const { lng, lat, count } of cells) {
    const [x, y] = [(lng - west) * pixelsADegree, (north - lat) * pixelsADegree];
    const warmth = pen.createRadialGradient(x, y, 0, x, y, radius);
    warmth.addColorStop(0, `rgba(0,0,0,${strengthOf(count, most)})`);
    warmth.addColorStop(1, 'rgba(0,0,0,0)');
    pen.fillStyle = warmth;
    pen.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  paintByStrength(pen, canvas.width, canvas.height);
  return { canvas, box };
}

function boxRound(cells: HeatCells['cells'], margin: number): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { lng, lat } of cells) {
    [west, south] = [Math.min(west, lng), Math.min(south, lat)];
    [east, north] = [Math.max(east, lng), Math.max(north, lat)];
  }
  return [Math.max(-180, west - margin), Math.max(-90, south - margin), Math.min(180, east + margin), Math.min(90, north + margin)];
}

const FULL = 255;

/** Replaces each pixel's shade by the colour for its strength. */
function paintByStrength(pen: CanvasRenderingContext2D, width: number, height: number): void {
  const picture = pen.getImageData(0, 0, width, height);
  const { data } = picture;
  const scale = HEAT_COLOURS.map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  for (let at = 0; at < data.length; at += 4) {
    const strength = (data[at + 3] as number) / FULL;
    if (strength === 0) continue;
    const place = strength * (scale.length - 1);
    const lower = scale[Math.floor(place)] as number[];
    const upper = scale[Math.ceil(place)] as number[];
    for (let channel = 0; channel < 3; channel++) {
      const [from, to] = [lower[channel] as number, upper[channel] as number];
      data[at + channel] = from + (to - from) * (place % 1);
    }
    data[at + 3] = FULL * Math.min(1, 0.25 + strength);
  }
  pen.putImageData(picture, 0, 0);
}
