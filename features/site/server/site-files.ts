// The chosen sites as GeoJSON (RFC 7946) and KML 2.2, for GIS and Google Earth.
import type { Language } from '@lookout/contract';
import { writableText } from '@lookout/domain';
import { escaped } from '../../fire-story/service/fire-package/markup.ts';
import type { ChosenSite, SiteQuestion, SiteResult } from '../site.ts';
import { SITE_TEXTS } from './texts.ts';

export interface PrintedSites {
  readonly question: SiteQuestion & { readonly gridName: string };
  readonly result: SiteResult;
}

/** Seven decimals are about a centimetre. */
const degrees = (value: number): number => Number(value.toFixed(7));
const tenths = (value: number): number => Math.round(10 * value) / 10;

/** The properties of a site, by the same names in both formats. */
const propertiesOf = (
  { name, groundMetres, addedHectares, addedWeight, roadMetres }: ChosenSite,
  index: number,
  question: SiteQuestion,
) => ({
  order: index + 1,
  name: writableText(name),
  groundMetres,
  mastMetres: question.mastMetres,
  rangeMetres: question.rangeMetres,
  targetMetres: question.targetMetres,
  addedHectares: tenths(addedHectares),
  addedWeight: tenths(addedWeight),
  roadMetres,
});

export function sitesGeoJson({ question, result }: PrintedSites): string {
  const features = result.chosen.map((site, index) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [degrees(site.position.lng), degrees(site.position.lat)] },
    properties: propertiesOf(site, index, question),
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

export function sitesKml({ question, result }: PrintedSites, language: Language): string {
  const texts = SITE_TEXTS[language];
  const placemarks = result.chosen.map((site, index) => {
    const data = Object.entries(propertiesOf(site, index, question))
      .filter(([name, value]) => name !== 'name' && value !== null)
      .map(([name, value]) => `<Data name="${name}"><value>${escaped(String(value))}</value></Data>`);
    return `<Placemark><name>${escaped(`${index + 1} ${site.name}`)}</name><ExtendedData>${data.join('')}</ExtendedData><Point><coordinates>${degrees(site.position.lng)},${degrees(site.position.lat)},0</coordinates></Point></Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>${escaped(texts.title(question.gridName))}</name>
${placemarks.join('\n')}
</Document>
</kml>
`;
}
