// The register as a file that the import accepts: Excel and CSV with the import's columns, GeoJSON and KML with the same names as
// properties.

import { writableText } from '@lookout/domain';
import type { CellValue } from '@lookout/web/shared/table/columns.ts';
import { fileOf } from '@lookout/web/shared/table/table-file.ts';
import { resourceNames } from '../resource.calls.ts';
import type { Resource } from '../resource.ts';
import { registerTexts } from './messages.ts';

const { columns, states, attribute } = registerTexts;

export const REGISTER_KINDS = ['xlsx', 'csv', 'geojson', 'kml'] as const;
export type RegisterKind = (typeof REGISTER_KINDS)[number];

/** Spelled as in `npm run import -- resources` and the import of the page. */
const COLUMNS: readonly (readonly [name: string, cell: (resource: Resource) => CellValue])[] = [
  [columns.kind, ({ kind }) => resourceNames[kind]],
  [columns.code, ({ code }) => code],
  [columns.name, ({ name }) => name],
  [columns.longitude, ({ position }) => position.lng],
  [columns.latitude, ({ position }) => position.lat],
  [columns.height, ({ heightMetres }) => heightMetres],
  [columns.online, ({ online }) => (online === null ? null : online ? states.online : states.offline)],
  [columns.district, ({ districtName }) => districtName],
  [columns.street, ({ streetName }) => streetName],
  [columns.leader, ({ leaderName }) => leaderName],
  [columns.phone, ({ leaderPhone }) => leaderPhone],
  [columns.description, ({ description }) => description],
  [columns.range, ({ rangeMetres }) => rangeMetres],
  [columns.angle, ({ horizontalAngleDegrees }) => horizontalAngleDegrees],
];

/** Header and rows. Each attribute that occurs in any resource has a separate column. */
export function registerSheet(resources: readonly Resource[]): readonly (readonly CellValue[])[] {
  const attributes = [...new Set(resources.flatMap((resource) => Object.keys(resource.attributes)))];
  return [
    [...COLUMNS.map(([name]) => name), ...attributes.map((name) => `${attribute}${name}`)],
    ...resources.map((resource) => [
      ...COLUMNS.map(([, cell]) => cell(resource)),
      ...attributes.map((name) => resource.attributes[name] ?? null),
    ]),
  ];
}

const propertiesOf = (resources: readonly Resource[]) => {
  const [names = [], ...rows] = registerSheet(resources);
  return rows.map((row) =>
    names.flatMap((name, at) => (row[at] === null || row[at] === undefined ? [] : [[String(name), row[at]] as const])),
  );
};

/** RFC 7946: WGS 84, longitude first. */
export function geoJsonOf(resources: readonly Resource[]): string {
  const properties = propertiesOf(resources);
  const features = resources.map(({ position: { lng, lat }, heightMetres }, at) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: heightMetres === null ? [lng, lat] : [lng, lat, heightMetres] },
    properties: Object.fromEntries(properties[at] ?? []),
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (value: CellValue): string => writableText(String(value)).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** KML 2.2, one placemark each. */
export function kmlOf(name: string, resources: readonly Resource[]): string {
  const properties = propertiesOf(resources);
  const placemarks = resources.map(({ name: title, position: { lng, lat } }, at) => {
    const data = (properties[at] ?? []).map(([key, value]) => `<Data name="${xml(key)}"><value>${xml(value)}</value></Data>`).join('');
    return `<Placemark><name>${xml(title)}</name><ExtendedData>${data}</ExtendedData><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(name)}</name>${placemarks.join('\n')}</Document></kml>\n`;
}

/** @param name the name of the sheet and of the document */
export async function registerFile(kind: RegisterKind, name: string, resources: readonly Resource[]): Promise<Blob> {
  if (kind === 'geojson') return new Blob([geoJsonOf(resources)], { type: 'application/geo+json' });
  if (kind === 'kml') return new Blob([kmlOf(name, resources)], { type: 'application/vnd.google-earth.kml+xml' });
  return fileOf(kind, name, registerSheet(resources));
}
