// The map of a report: what burned by severity, the drawings, the tracks and the fire.
import type { FireArchiveFile } from '@lookout/contract';
import { BURNED_SEVERITIES, type BurnedSeverity } from '@lookout/domain';
import type { MapPictureOrder } from '../../services/map-picture/map-picture.ts';
import type { ReportWords } from './report-words.ts';

const LEAST_MAP_METRES = 3_000;

/** As on the page (its tokens). */
const SEVERITY_COLOURS: Readonly<Record<BurnedSeverity, string>> = {
  low: '#facc15',
  'moderate-low': '#fb923c',
  'moderate-high': '#ef4444',
  high: '#a21caf',
};

const FIRE = '#d92d20';
const TRACK = '#1570ef';
const PLOT_COLOUR = '#7a2e0e';

export function mapOf({ fire, archive, record }: FireArchiveFile, words: Pick<ReportWords, 'severity'>): MapPictureOrder {
  const polygons = archive?.assessment.burned?.polygons ?? [];
  const patches = archive?.assessment.burned?.mapping?.patches ?? [];
  const at = [fire.position.lng, fire.position.lat] as const;
  const tracks = record.tracks.map(({ points }) => points.map(({ lng, lat }) => [lng, lat] as const));
  const plots = record.plots.map(({ kind, name, points }) => ({ kind, name, points: points.map(({ lng, lat }) => [lng, lat] as const) }));
  const isArea = ({ kind }: { readonly kind: string }) => kind === 'polygon';
  const isPoint = ({ kind }: { readonly kind: string }) => kind === 'point' || kind === 'label';
  return {
    around: [at, ...polygons.flat(2), ...plots.flatMap(({ points }) => points)],
    leastMetres: LEAST_MAP_METRES,
    areas: [
      ...plots.filter(isArea).map(({ points }) => ({ rings: [points], colour: PLOT_COLOUR, fillOpacity: 0.08, isDashed: true })),
      ...patches.map(({ rings, severity }) => ({
        rings,
        colour: SEVERITY_COLOURS[severity],
        fillOpacity: 0.62,
        isDashed: false,
        isBare: true,
      })),
      // With severities the area is filled by them, and only its outline is drawn.
      ...polygons.map((rings) => ({ rings, colour: FIRE, fillOpacity: patches.length > 0 ? 0 : 0.32, isDashed: false })),
    ],
    legend:
      patches.length === 0
        ? []
        : BURNED_SEVERITIES.map((severity) => ({ colour: SEVERITY_COLOURS[severity], label: words.severity[severity] })),
    lines: [
      ...plots.filter((plot) => !isArea(plot) && !isPoint(plot)).map(({ points }) => ({ points, colour: PLOT_COLOUR, widthPixels: 4 })),
      ...tracks.map((points) => ({ points, colour: TRACK, widthPixels: 4 })),
    ],
    marks: [
      ...plots
        .filter(isPoint)
        .flatMap(({ points: [point], name }) => (point ? [{ at: point, colour: PLOT_COLOUR, shape: 'square' as const, label: name }] : [])),
      ...record.tracks.flatMap(({ fullName, points }) => {
        const last = points.at(-1);
        return last ? [{ at: [last.lng, last.lat] as const, colour: TRACK, shape: 'dot' as const, label: fullName }] : [];
      }),
      { at, colour: FIRE, shape: 'fire' as const, label: '' },
    ],
  };
}
