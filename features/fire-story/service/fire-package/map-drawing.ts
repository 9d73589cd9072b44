// Draws the positions of a package as SVG, from their coordinates only: no tiles, no network. North is up; a degree of longitude has its
// true length at that latitude.

import type { Position } from '@lookout/domain';
import { PLOT_HUES } from '../../../plot/plot.ts';
import type { Contents } from './contents.ts';
import { escaped } from './markup.ts';

const WIDTH = 960;
const HEIGHT = 540;
const MARGIN = 40;
const METRES_PER_DEGREE = 111_320;
/** The least extent of the drawing, used for a single alarm. */
const LEAST_METRES = 1_000;
const TRACK_HUES = ['#1d6fd8', '#0f9d78', '#8b5cf6', '#c2410c', '#0891b2', '#be185d'];

interface Frame {
  at(position: Position): string;
  readonly pixelsPerMetre: number;
}

function frameOf(points: readonly Position[]): Frame {
  const [west, east] = rangeOf(points.map(({ lng }) => lng));
  const [south, north] = rangeOf(points.map(({ lat }) => lat));
  const [middleLng, middleLat] = [(west + east) / 2, (south + north) / 2];
  const shrink = Math.cos((middleLat * Math.PI) / 180);
  const metres = Math.max(LEAST_METRES, (east - west) * METRES_PER_DEGREE * shrink, ((north - south) * METRES_PER_DEGREE * WIDTH) / HEIGHT);
  const pixelsPerMetre = (WIDTH - 2 * MARGIN) / metres;
  const scale = pixelsPerMetre * METRES_PER_DEGREE;
  return {
    pixelsPerMetre,
    at: ({ lng, lat }) =>
      `${(WIDTH / 2 + (lng - middleLng) * scale * shrink).toFixed(1)},${(HEIGHT / 2 - (lat - middleLat) * scale).toFixed(1)}`,
  };
}

/** Not `Math.min(...)`: a call cannot take a hundred thousand arguments. */
const rangeOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

/** Length of the scale bar, 1, 2 or 5 times a power of ten: the longest bar below a quarter of the drawing. */
function barMetres(pixelsPerMetre: number): number {
  const most = WIDTH / 4 / pixelsPerMetre;
  const power = 10 ** Math.floor(Math.log10(most));
  return (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1) * power;
}

const circle = (at: string, radius: number, look: string): string => {
  const [x, y] = at.split(',');
  return `<circle cx="${x}" cy="${y}" r="${radius}" ${look}/>`;
};

export function mapDrawing({ fire, lines, tracks, plots }: Contents): string {
  const placed = lines.flatMap(({ position, topic }) => (position === null ? [] : [{ position, topic }]));
  const points = [
    fire.position,
    ...placed.map(({ position }) => position),
    ...plots.flatMap((plot) => plot.points),
    ...tracks.flatMap((track) => track.points.map(({ position }) => position)),
  ];
  const frame = frameOf(points);
  const line = (all: readonly Position[]): string => all.map(frame.at).join(' ');
  const bar = barMetres(frame.pixelsPerMetre);
  const barText = bar >= 1_000 ? `${bar / 1_000} km` : `${bar} m`;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" xmlns="http://www.w3.org/2000/svg">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f5f2"/>`,
    ...plots.map(({ kind, name, colour, points: of }) => {
      const look = `stroke="${PLOT_HUES[colour]}" stroke-width="2" fill="${kind === 'polygon' ? PLOT_HUES[colour] : 'none'}" fill-opacity="0.2"`;
      const title = `<title>${escaped(name)}</title>`;
      if (of.length < 2) return `<g ${look}>${title}${circle(frame.at(of[0] as Position), 5, '')}</g>`;
      return `<${kind === 'polygon' ? 'polygon' : 'polyline'} points="${line(of)}" ${look}>${title}</${kind === 'polygon' ? 'polygon' : 'polyline'}>`;
    }),
    ...tracks.map(({ fullName, points: of }, index) => {
      const hue = TRACK_HUES[index % TRACK_HUES.length];
      return `<polyline points="${line(of.map(({ position }) => position))}" fill="none" stroke="${hue}" stroke-width="2"><title>${escaped(fullName)}</title></polyline>`;
    }),
    ...placed.map(({ position, topic }) =>
      circle(frame.at(position), topic === 'sighting' ? 6 : 4, topic === 'sighting' ? 'fill="#d92d20"' : 'fill="#344054"'),
    ),
    circle(frame.at(fire.position), 11, 'fill="none" stroke="#d92d20" stroke-width="2"'),
    `<path d="M${MARGIN} ${HEIGHT - 24}h${(bar * frame.pixelsPerMetre).toFixed(1)}" stroke="#101828" stroke-width="3"/>`,
    `<text x="${MARGIN}" y="${HEIGHT - 32}" font-size="14" fill="#101828">${barText}</text>`,
    `<path d="M${WIDTH - 30} 46l8 -26l8 26l-8 -6z" fill="#101828"/>`,
    '</svg>',
  ].join('\n');
}
