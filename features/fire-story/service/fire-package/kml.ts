// fire.kmz: KML 2.2 with times, for Google Earth and GIS: every line with a place, the people as `gx:Track`, the drawings. Pictures are
// linked as files outside the KMZ.

import type { Position } from '@lookout/domain';
import { type StoryText, storyText, storyTexts } from '@lookout/report';
import { strToU8, zipSync } from 'fflate';
import { DRILL_PREFIX } from '../../../exercise/drill.wire.ts';
import type { Plot } from '../../../plot/plot.ts';
import { type StoryLine, storyTime } from '../../fire-story.wire.ts';
import type { Contents, PackedTrack } from './contents.ts';
import { escaped } from './markup.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Seven decimals are about a centimetre. */
const degrees = (value: number): string => String(Number(value.toFixed(7)));
const utc = (at: Date): string => at.toISOString().replace('.000Z', 'Z');
const coordinates = (points: readonly Position[]): string => points.map(({ lng, lat }) => `${degrees(lng)},${degrees(lat)},0`).join(' ');

const folder = (name: string, placemarks: readonly string[]): string =>
  placemarks.length === 0 ? '' : `<Folder><name>${escaped(name)}</name>\n${placemarks.join('\n')}\n</Folder>\n`;

/** The KML document, in Chinese like the product's records. */
export function kmlText({ fire, lines, tracks, plots, pictures }: Contents): string {
  const texts = storyTexts.zh;
  const placed = lines.flatMap((line) => (line.position === null ? [] : [placemark(line, line.position, storyText(line, 'zh'), pictures)]));
  const parts = [
    folder(texts.topics.sighting, placed),
    folder(texts.topics.people, tracks.map(trackPlacemark)),
    folder(texts.topics.drawing, plots.map(plotPlacemark)),
  ];
  return `${HEAD}<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${fire.isDrill ? DRILL_PREFIX : ''}${escaped(fire.gridName)}</name>
${parts.join('')}</Document>
</kml>
`;
}

function placemark(line: StoryLine, position: Position, { title, parts, who }: StoryText, pictures: Contents['pictures']): string {
  // Relative to the KMZ, which lies next to the pictures' folder.
  const shown = line.pictures.flatMap((url) => pictures.get(url) ?? []).map((name) => `<img src="../${escaped(name)}" width="480"/>`);
  const text = [...[who, ...parts].filter((part) => part !== '').map(escaped), ...shown].join('<br/>');
  return `<Placemark><name>${escaped(title)}</name><description>${escaped(text)}</description><TimeStamp><when>${utc(storyTime(line))}</when></TimeStamp><Point><coordinates>${coordinates([position])}</coordinates></Point></Placemark>`;
}

const trackPlacemark = ({ fullName, points }: PackedTrack): string =>
  `<Placemark><name>${escaped(fullName)}</name><gx:Track><altitudeMode>clampToGround</altitudeMode>${points
    .map(({ at }) => `<when>${utc(at)}</when>`)
    .join('')}${points
    .map(({ position: { lng, lat } }) => `<gx:coord>${degrees(lng)} ${degrees(lat)} 0</gx:coord>`)
    .join('')}</gx:Track></Placemark>`;

function plotPlacemark({ kind, name, points, createdAt }: Plot): string {
  const first = points[0] as Position;
  const geometry =
    kind === 'polygon'
      ? `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates([...points, first])}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
      : kind === 'point' || kind === 'label'
        ? `<Point><coordinates>${coordinates([first])}</coordinates></Point>`
        : `<LineString><tessellate>1</tessellate><coordinates>${coordinates(points)}</coordinates></LineString>`;
  return `<Placemark><name>${escaped(name)}</name><TimeSpan><begin>${utc(createdAt)}</begin></TimeSpan>${geometry}</Placemark>`;
}

/** The document as a KMZ archive. @param at the modification time of the entry in the archive */
export const kmzOf = (kml: string, at: Date): Uint8Array => zipSync({ 'doc.kml': strToU8(kml) }, { mtime: at });
