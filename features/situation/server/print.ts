// The printed page of a document: a bulletin as one portrait page of facts, a situation map as one landscape page with its picture. It is
// derived from the content alone, so that an issue is printed with the same text whenever and by whomever it is requested.
import { readTime } from '@lookout/contract';
import type { DocumentBlock, DocumentPicture, PrintedDocument } from '@lookout/server/services/documents/document.ts';
import type { ArchivedPlot } from '../../plot/plot.schema.ts';
import { plotSymbols } from '../../plot/plot-symbol.ts';
import { printedFields } from '../fire-document.ts';
import type { DocumentContent } from '../service/fire-documents/content.ts';
import { type SituationWords, situationWords } from '../service/fire-documents/words.ts';
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
  const words = situationWords(language);
  const numbered = number === null ? words.draft : words.number(number);
  const blocks = kind === 'bulletin' ? bulletinOf(content, words) : await mapPage(draw, content, words);
  return {
    language,
    title: kind === 'bulletin' ? words.title(kind, gridName) : (fields.title ?? words.title(kind, gridName)),
    subtitle: words.subtitle(isDrill ? `${words.drill}${words.separator}${numbered}` : numbered, time),
    header: `${words.house} · ${gridName}`,
    footer: sha256 === null ? null : words.footer(sha256),
    stripe: isDrill ? words.drill : number === null ? words.draft : null,
    orientation: kind === 'bulletin' ? 'portrait' : 'landscape',
    author: by,
    createdAt: readTime(time),
    blocks,
  };
}

const correction = ({ corrects }: DocumentContent, words: SituationWords): DocumentBlock[] =>
  corrects === null ? [] : [{ kind: 'paragraph', tone: 'strong', text: words.corrects(words.number(corrects.number), corrects.reason) }];

function bulletinOf(content: DocumentContent, words: SituationWords): DocumentBlock[] {
  const { fields, number, by, time } = content;
  const rows = printedFields(fields).map((name) => ({ label: words.fields[name], value: fields[name] ?? words.unknown }));
  return [
    ...correction(content, words),
    { kind: 'facts', across: 1, rows },
    { kind: 'paragraph', text: number === null ? words.drawn(by, time) : words.signed(by, time) },
  ];
}

async function mapPage(draw: Draw, content: DocumentContent, words: SituationWords): Promise<DocumentBlock[]> {
  const { fields, plots, time, by } = content;
  const picture = await draw(mapOf(content, words));
  const used = new Set(plots.flatMap(({ symbol }) => symbol ?? []));
  const names = [...used].map((symbol) => plotSymbols[symbol][content.language]);
  return [
    ...correction(content, words),
    { kind: 'picture', picture, caption: words.caption(names, time, by), widthMillimetres: MAP_MILLIMETRES },
    ...(fields.note === undefined ? [] : [{ kind: 'paragraph', text: fields.note } as const]),
  ];
}

function mapOf({ fire, plots, language }: DocumentContent, words: SituationWords): MapPictureOrder {
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
    legend: { title: words.legend, rows: legendOf(drawn, language) },
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
