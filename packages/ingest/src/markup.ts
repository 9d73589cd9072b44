// KML (2.2 with Google's extensions, 2.3), KMZ and GPX (1.0, 1.1) → GeoJSON-like features in WGS 84.
import { fileFault } from '@lookout/domain';
import type { FoundFeatures } from './geojson.ts';
import { UNSTATED } from './placing/index.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { childOf, childrenOf, elementsOf, readXml, textIn, type XmlElement } from './xml.ts';
import { withZip } from './zip.ts';

interface Geometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

interface Feature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry: Geometry | null;
}

const FORMATS: Readonly<Record<string, (root: XmlElement) => readonly Feature[]>> = { kml: featuresOfKml, gpx: featuresOfGpx };

/** @throws UnreadableFile when it is not well-formed, or neither KML nor GPX */
export async function readMarkup(bytes: Uint8Array): Promise<FoundFeatures> {
  return { system: UNSTATED, features: featuresOf(readXml(bytes)) };
}

function featuresOf(root: XmlElement): readonly Feature[] {
  const read = Object.hasOwn(FORMATS, root.name) ? FORMATS[root.name] : undefined;
  if (read === undefined) throw new UnreadableFile(fileFault('not-kml', { why: fileFault('without-kml') }));
  return read(root);
}

/**
 * The main document of a KML archive and the documents in the archive that it links to: `doc.kml`, else every .kml. Pictures and models are
 * not read.
 * @throws UnreadableFile when there is none
 */
export async function readKmz(bytes: Uint8Array): Promise<FoundFeatures> {
  return withZip(bytes, async (entries) => {
    const documents = new Map(
      entries.flatMap((entry) =>
        /\.kml$/i.test(entry.name) && !entry.name.includes('__MACOSX') ? [[entry.name.toLowerCase(), entry] as const] : [],
      ),
    );
    if (documents.size === 0) throw new UnreadableFile(fileFault('not-kml', { why: fileFault('without-kml') }));
    const waiting = new Set(documents.has('doc.kml') ? ['doc.kml'] : documents.keys());
    const features: unknown[] = [];
    for (const name of waiting) {
      const entry = documents.get(name);
      if (entry === undefined) continue;
      const root = readXml(await entry.read());
      for (const feature of featuresOf(root)) features.push(feature);
      // Iterating over a Set also visits the entries added meanwhile.
      for (const link of elementsOf(root, 'NetworkLink')) waiting.add(linkedName(name, link));
    }
    return { system: UNSTATED, features };
  });
}

/** The name in the archive that a document's link refers to. A link to somewhere else gives a name that does not exist there. */
function linkedName(from: string, link: XmlElement): string {
  const href = elementsOf(link, 'href')[0]?.text.trim() ?? '';
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return (folder + safelyDecoded(href)).toLowerCase();
}

function safelyDecoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const geometryOf = (parts: readonly Geometry[]): Geometry | null =>
  parts.length > 1 ? { type: 'GeometryCollection', geometries: parts } : (parts[0] ?? null);

// KML.

function featuresOfKml(root: XmlElement): readonly Feature[] {
  const types = new Map(
    elementsOf(root, 'SimpleField').flatMap(({ attributes: { name, type } }) =>
      name !== undefined && type !== undefined ? [[name, type] as const] : [],
    ),
  );
  return elementsOf(root, 'Placemark').map((mark) => ({
    type: 'Feature',
    properties: propertiesOf(mark, types),
    geometry: geometryOf(mark.children.flatMap((child) => partsOf(child))),
  }));
}

const NUMBERS: ReadonlySet<string> = new Set(['int', 'uint', 'short', 'ushort', 'float', 'double']);

function propertiesOf(mark: XmlElement, types: ReadonlyMap<string, string>): Feature['properties'] {
  const properties: Record<string, string | number> = Object.create(null);
  for (const name of ['name', 'address', 'phoneNumber', 'description']) put(properties, name, textIn(mark, name));
  const [stamp, span] = [childOf(mark, 'TimeStamp'), childOf(mark, 'TimeSpan')];
  if (stamp) put(properties, 'timestamp', textIn(stamp, 'when'));
  if (span) for (const name of ['begin', 'end']) put(properties, name, textIn(span, name));
  const extended = childOf(mark, 'ExtendedData');
  if (extended === null) return properties;
  for (const data of elementsOf(extended, 'Data')) put(properties, data.attributes.name ?? '', textIn(data, 'value'));
  for (const { attributes, text } of elementsOf(extended, 'SimpleData')) {
    const [name, value] = [attributes.name ?? '', text.trim()];
    const number = NUMBERS.has(types.get(name) ?? '') && value !== '' ? Number(value) : Number.NaN;
    if (Number.isFinite(number)) properties[name] = number;
    else put(properties, name, value);
  }
  return properties;
}

function put(properties: Record<string, string | number>, name: string, value: string): void {
  if (name !== '' && value !== '') properties[name] = value;
}

/** The geometries of an element of a placemark; none for an element that is not a geometry. */
function partsOf(element: XmlElement): Geometry[] {
  switch (element.name) {
    case 'MultiGeometry':
    case 'MultiTrack':
      return element.children.flatMap((child) => partsOf(child));
    case 'Point': {
      // Two positions mean decimal commas or a line; neither is the point's position.
      const [only, ...others] = positionsIn(element);
      return [{ type: 'Point', coordinates: only === undefined || others.length > 0 ? [] : only }];
    }
    case 'LineString':
    case 'LinearRing':
      return [{ type: 'LineString', coordinates: positionsIn(element) }];
    case 'Polygon': {
      const boundaries = [...childrenOf(element, 'outerBoundaryIs'), ...childrenOf(element, 'innerBoundaryIs')];
      const rings = boundaries.flatMap((boundary) => childrenOf(boundary, 'LinearRing'));
      return [{ type: 'Polygon', coordinates: rings.map(positionsIn) }];
    }
    case 'Track':
      // An empty element marks a time without a position.
      return lineOf(childrenOf(element, 'coord').flatMap(({ text }) => (text.trim() === '' ? [] : [text.trim().split(/\s+/).map(Number)])));
    case 'Model':
      return [{ type: 'Model' }];
    default:
      return [];
  }
}

/** A single position becomes a point. */
function lineOf(positions: readonly (readonly number[])[]): Geometry[] {
  const [first, second] = positions;
  if (first === undefined) return [];
  return [second === undefined ? { type: 'Point', coordinates: first } : { type: 'LineString', coordinates: positions }];
}

/** Consecutive `lng,lat,height` tuples. Spaces next to a comma, as in manually written files, belong to the tuple. */
function positionsIn(element: XmlElement): number[][] {
  const positions: number[][] = [];
  let isOpen = false;
  for (const [token] of textIn(element, 'coordinates').matchAll(/[^\s,]+|,/g)) {
    if (token === ',') isOpen = true;
    else {
      const last = positions.at(-1);
      if (isOpen && last !== undefined) last.push(Number(token));
      else positions.push([Number(token)]);
      isOpen = false;
    }
  }
  // Longitude, latitude and height. With four numbers, two are decimals after a decimal comma.
  return positions.map((position) => (position.length > MOST_ORDINATES ? [] : position));
}

const MOST_ORDINATES = 3;

// GPX.

function featuresOfGpx(root: XmlElement): readonly Feature[] {
  const positionOf = ({ attributes: { lon = '', lat = '' } }: XmlElement): number[] =>
    [lon, lat].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const feature = (element: XmlElement, parts: readonly Geometry[]): Feature => {
    const properties: Record<string, string | number> = Object.create(null);
    for (const [from, to] of GPX_NAMES) put(properties, to, textIn(element, from));
    return { type: 'Feature', properties, geometry: geometryOf(parts) };
  };
  return [
    ...childrenOf(root, 'wpt').map((point) => feature(point, [{ type: 'Point', coordinates: positionOf(point) }])),
    ...childrenOf(root, 'rte').map((route) => feature(route, lineOf(childrenOf(route, 'rtept').map(positionOf)))),
    ...childrenOf(root, 'trk').map((track) =>
      feature(
        track,
        childrenOf(track, 'trkseg').flatMap((segment) => lineOf(childrenOf(segment, 'trkpt').map(positionOf))),
      ),
    ),
  ];
}

const GPX_NAMES = [
  ['name', 'name'],
  ['desc', 'description'],
  ['cmt', 'comment'],
  ['type', 'type'],
  ['time', 'timestamp'],
] as const;
