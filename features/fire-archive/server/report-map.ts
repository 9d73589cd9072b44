// The map of a report: the burned area by severity, the drawings, the tracks and the fire.

import type { LegendRow } from '../../situation/service/map-picture/drawing.ts';
import type { MapPictureOrder } from '../../situation/service/map-picture/map-picture.ts';
import { shapesOfPlots } from '../../situation/service/map-picture/plot-shapes.ts';
import { BURNED_SEVERITIES, type BurnedSeverity } from '../burn-severity.ts';
import type { FireArchiveFile } from '../fire-archive.wire.ts';
import type { ReportTexts } from './report-texts.ts';

const LEAST_MAP_METRES = 3_000;

/** The same colours as on the page (its design tokens). */
const SEVERITY_COLOURS: Readonly<Record<BurnedSeverity, string>> = {
  low: '#facc15',
  'moderate-low': '#fb923c',
  'moderate-high': '#ef4444',
  high: '#a21caf',
};
const SEVERITY_OPACITY = 0.62;

const FIRE = '#d92d20';
const TRACK = '#1570ef';

/** A patch of the colour, as on the map, in a box of one degree. */
const severityRow = (severity: BurnedSeverity, label: string): LegendRow => ({
  label,
  box: { west: 0, south: 0, east: 1, north: 1 },
  shapes: {
    areas: [
      {
        rings: [
          [
            [0.1, 0.15],
            [0.9, 0.15],
            [0.9, 0.85],
            [0.1, 0.85],
          ],
        ],
        colour: SEVERITY_COLOURS[severity],
        fillOpacity: SEVERITY_OPACITY,
        isDashed: false,
        edgePixels: 0,
      },
    ],
    lines: [],
    marks: [],
  },
});

export function mapOf({ fire, archive, record }: FireArchiveFile, texts: Pick<ReportTexts, 'severity' | 'columns'>): MapPictureOrder {
  const polygons = archive?.assessment.burned?.polygons ?? [];
  const patches = archive?.assessment.burned?.mapping?.patches ?? [];
  const at = [fire.position.lng, fire.position.lat] as const;
  const tracks = record.tracks.map(({ points }) => points.map(({ lng, lat }) => [lng, lat] as const));
  const plots = shapesOfPlots(record.plots);
  return {
    around: [at, ...polygons.flat(2), ...record.plots.flatMap(({ points }) => points.map(({ lng, lat }) => [lng, lat] as const))],
    leastMetres: LEAST_MAP_METRES,
    areas: [
      ...plots.areas,
      ...patches.map(({ rings, severity }) => ({
        rings,
        colour: SEVERITY_COLOURS[severity],
        fillOpacity: SEVERITY_OPACITY,
        isDashed: false,
        edgePixels: 0,
      })),
      // With severities, their patches fill the area and only its outline is drawn.
      ...polygons.map((rings) => ({ rings, colour: FIRE, fillOpacity: patches.length > 0 ? 0 : 0.32, isDashed: false })),
    ],
    ...(patches.length > 0 && {
      legend: { title: texts.columns.severity, rows: BURNED_SEVERITIES.map((severity) => severityRow(severity, texts.severity[severity])) },
    }),
    lines: [...plots.lines, ...tracks.map((points) => ({ points, colour: TRACK, widthPixels: 4 }))],
    marks: [
      ...plots.marks,
      ...record.tracks.flatMap(({ fullName, points }) => {
        const last = points.at(-1);
        return last ? [{ at: [last.lng, last.lat] as const, colour: TRACK, shape: 'dot' as const, label: fullName }] : [];
      }),
      { at, colour: FIRE, shape: 'fire' as const, label: '' },
    ],
  };
}
