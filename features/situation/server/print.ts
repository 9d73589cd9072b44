// The printed page of a document: a bulletin as one portrait page of facts, a situation map as one landscape page with its picture. It is
// derived from the content alone, so that an issue is printed with the same text whenever and by whomever it is requested.
import { readTime } from '@lookout/contract';
import type { DocumentBlock, DocumentPicture, PrintedDocument } from '@lookout/server/services/documents/document.ts';
import type { ArchivedPlot } from '../../plot/plot.schema.ts';
import { plotSymbols } from '../../plot/plot-symbol.ts';
import { printedFields } from '../fire-document.ts';
import type { DocumentContent } from '../service/fire-documents/content.ts';
import { type SituationTexts, situationTexts } from '../service/fire-documents/texts.ts';
import type { MapPictureOrder } from '../service/map-picture/map-picture.ts';
import { legendOf, shapesOfPlots } from '../service/map-picture/plot-shapes.ts';

const LEAST_MAP_METRES = 3_000;
/** Leaves space for title, caption and note on the single page. */
const MAP_MILLIMETRES = 205;
const FIRE = '#d92d20';

type Draw = (order: MapPictureOrder) => Promise<DocumentPicture>;

/** @param sha256 the hash of the issue; null: a draft */
export async function printedDocument(draw: Draw, content: DocumentContent, sha256: string | null): Promise<PrintedDocument> {
  const { kind, language, isDrill, gridName, fields, number, time, by } = content;
  const texts = situationTexts(language);
  const numbered = number === null ? texts.draft : texts.number(number);
  const blocks = kind === 'bulletin' ? bulletinOf(content, texts) : await mapPage(draw, content, texts);
  return {
    language,
    title: kind === 'bulletin' ? texts.title(kind, gridName) : (fields.title ?? texts.title(kind, gridName)),
    subtitle: texts.subtitle(isDrill ? `${texts.drill}${texts.separator}${numbered}` : numbered, time),
    header: `${texts.house} · ${gridName}`,
    footer: sha256 === null ? null : texts.footer(sha256),
    stripe: isDrill ? texts.drill : number === null ? texts.draft : null,
    orientation: kind === 'bulletin' ? 'portrait' : 'landscape',
    author: by,
    createdAt: readTime(time),
    blocks,
  };
}

const correction = ({ corrects }: DocumentContent, texts: SituationTexts): DocumentBlock[] =>
  corrects === null ? [] : [{ kind: 'paragraph', tone: 'strong', text: texts.corrects(texts.number(corrects.number), corrects.reason) }];

function bulletinOf(content: DocumentContent, texts: SituationTexts): DocumentBlock[] {
  const { fields, number, by, time } = content;
  const rows = printedFields(fields).map((name) => ({ label: texts.fields[name], value: fields[name] ?? texts.unknown }));
  return [
    ...correction(content, texts),
    { kind: 'facts', across: 1, rows },
    { kind: 'paragraph', text: number === null ? texts.drawn(by, time) : texts.signed(by, time) },
  ];
}

async function mapPage(draw: Draw, content: DocumentContent, texts: SituationTexts): Promise<DocumentBlock[]> {
  const { fields, plots, time, by } = content;
  const picture = await draw(mapOf(content, texts));
  const used = new Set(plots.flatMap(({ symbol }) => symbol ?? []));
  const names = [...used].map((symbol) => plotSymbols[symbol][content.language]);
  return [
    ...correction(content, texts),
    { kind: 'picture', picture, caption: texts.caption(names, time, by), widthMillimetres: MAP_MILLIMETRES },
    ...(fields.note === undefined ? [] : [{ kind: 'paragraph', text: fields.note } as const]),
  ];
}

function mapOf({ fire, plots, language }: DocumentContent, texts: SituationTexts): MapPictureOrder {
  const at = [fire.lng, fire.lat] as const;
  const drawn = plots.map(asDrawn);
  const shapes = shapesOfPlots(drawn);
  return {
    format: 'wide',
    around: [at, ...plots.flatMap(({ points }) => points.map(({ lng, lat }) => [lng, lat] as const))],
    leastMetres: LEAST_MAP_METRES,
    areas: shapes.areas,
    lines: shapes.lines,
    marks: [{ at, colour: FIRE, shape: 'fire', label: '' }, ...shapes.marks],
    legend: { title: texts.legend, rows: legendOf(drawn, language) },
  };
}

const asDrawn = ({ kind, symbol, name, points, colour, width }: ArchivedPlot) => ({
  kind,
  symbol: symbol ?? null,
  name,
  points,
  colour,
  widthPixels: width,
});
