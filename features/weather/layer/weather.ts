// Weather at places: an arrow in the direction in which the wind blows, with name, temperature and wind scale next to it.
import { EVERY_HEIGHT } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import type { Layer } from '@lookout/map/layers/layer.ts';
import { plateLayer } from '@lookout/map/layers/plate-layer.ts';

export interface WeatherOnMap {
  /** Replaces all marks. */
  readonly set: (marks: readonly WeatherMark[]) => void;
  readonly show: (visible: boolean) => void;
}

export function mountWeather(globe: Globe): WeatherOnMap {
  const layer = globe.addLayer(weatherLayer(drawWindArrow(document.createElement('canvas'))));
  return { set: layer.apply, show: layer.show };
}

interface WeatherMark {
  readonly lng: number;
  readonly lat: number;
  /** The formatted label next to the arrow: `汶川县 21℃ 3级`. */
  readonly text: string;
  /** Direction from which the wind blows, degrees clockwise from north; null: calm or unknown, no arrow. */
  readonly windFromDegrees: number | null;
}

const weatherLayer = (arrow: HTMLCanvasElement): Layer<readonly WeatherMark[]> =>
  plateLayer({
    id: 'weather',
    heights: EVERY_HEIGHT,
    plateOf: ({ lng, lat, text, windFromDegrees }, { headingDegrees }) => ({
      lng,
      lat,
      text,
      image: windFromDegrees === null ? null : { name: 'wind', canvas: arrow },
      ...(windFromDegrees !== null && { rotation: turnOf(windFromDegrees, headingDegrees) }),
    }),
  });

// The arrow's picture points up (north) and is rotated to the direction in which the wind blows.

const PIXELS = 48;
const FILL = '#2dd4ff';
const EDGE = '#0b1220';

function drawWindArrow(canvas: HTMLCanvasElement): HTMLCanvasElement {
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.beginPath();
  pen.moveTo(0, -20);
  pen.lineTo(12, 18);
  pen.lineTo(0, 10);
  pen.lineTo(-12, 18);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.strokeStyle = EDGE;
  pen.lineWidth = 6;
  pen.stroke();
  pen.fillStyle = FILL;
  pen.fill();
  return canvas;
}

/**
 * Rotation of the arrow on the screen, radians counter-clockwise (as Cesium rotates billboards).
 * @param fromDegrees direction from which the wind blows, clockwise from north
 * @param headingDegrees the camera's heading: the arrow keeps its direction on the terrain
 */
export const turnOf = (fromDegrees: number, headingDegrees: number): number => (-(fromDegrees + 180 - headingDegrees) * Math.PI) / 180;
