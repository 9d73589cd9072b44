// Exports people's tracks for other programs: GPX 1.1 and KML, written in chunks.

export interface TrackPosition {
  readonly lng: number;
  readonly lat: number;
  readonly at: Date;
}

export interface TrackToWrite {
  /** The person's name. */
  readonly name: string;
  readonly description: string;
  /** Segments without a gap, in order of time; WGS 84 degrees. */
  readonly pieces: readonly (readonly TrackPosition[])[];
}

export const TRACK_MEDIA_TYPES = { gpx: 'application/gpx+xml', kml: 'application/vnd.google-earth.kml+xml' } as const;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that XML 1.0 does not allow, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
const UNWRITABLE = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Seven decimals are a centimetre. */
const degrees = (value: number): string => String(Number(value.toFixed(7)));
/** UTC, as both formats require; milliseconds are left out when they are zero. */
const utc = (at: Date): string => at.toISOString().replace('.000Z', 'Z');

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** GPX 1.1 (Topografix): one track, a segment for each piece, the time of each position in UTC. */
export function* gpxOf({ name, description, pieces }: TrackToWrite): Generator<string> {
  yield `${HEAD}<gpx version="1.1" creator="Fire Lookout" xmlns="http://www.topografix.com/GPX/1/1">\n`;
  yield `<trk><name>${escaped(name)}</name><desc>${escaped(description)}</desc>\n`;
  for (const piece of pieces) {
    yield '<trkseg>\n';
    for (const { lng, lat, at } of piece) yield `<trkpt lat="${degrees(lat)}" lon="${degrees(lng)}"><time>${utc(at)}</time></trkpt>\n`;
    yield '</trkseg>\n';
  }
  yield '</trk>\n</gpx>\n';
}

/** KML 2.2 with Google's `gx:MultiTrack`, which includes the times: a `gx:Track` for each piece, clamped to the ground. */
export function* kmlOf({ name, description, pieces }: TrackToWrite): Generator<string> {
  yield `${HEAD}<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n<Document><Placemark>`;
  yield `<name>${escaped(name)}</name><description>${escaped(description)}</description>\n`;
  yield '<gx:MultiTrack><altitudeMode>clampToGround</altitudeMode><gx:interpolate>0</gx:interpolate>\n';
  for (const piece of pieces) {
    yield '<gx:Track>\n';
    for (const { at } of piece) yield `<when>${utc(at)}</when>\n`;
    for (const { lng, lat } of piece) yield `<gx:coord>${degrees(lng)} ${degrees(lat)} 0</gx:coord>\n`;
    yield '</gx:Track>\n';
  }
  yield '</gx:MultiTrack></Placemark></Document>\n</kml>\n';
}
