// The chosen sites as a page of a report.
import { formatTime, type Language } from '@lookout/contract';
import type { DocumentBlock, PrintedDocument } from '@lookout/server/services/documents/document.ts';
import { addedBySites, percentOf } from '../site.ts';
import type { PrintedSites } from './site-files.ts';
import { SITE_TEXTS } from './texts.ts';

const whole = (value: number): string => String(Math.round(value));

export function sitesDocument({ question, result }: PrintedSites, language: Language, requestedAt: Date): PrintedDocument {
  const texts = SITE_TEXTS[language];
  const added = addedBySites(result);
  const share = (weight: number): string => {
    const percent = percentOf(weight, result.forestWeight);
    return percent === null ? texts.noRoad : `${percent} %`;
  };
  const weighted = (hectares: number, weight: number): string => texts.weighted(whole(hectares), share(weight));
  const blocks: DocumentBlock[] = [
    { kind: 'heading', level: 1, text: texts.asked },
    {
      kind: 'facts',
      across: 2,
      rows: [
        { label: texts.count, value: String(question.count) },
        { label: texts.mast, value: texts.metres(String(question.mastMetres)) },
        { label: texts.range, value: texts.metres(String(question.rangeMetres)) },
        { label: texts.target, value: texts.metres(String(question.targetMetres)) },
        { label: texts.source, value: texts.sources[question.source] },
        { label: texts.candidates, value: String(result.candidates) },
        { label: texts.danger, value: result.dangerDay ?? texts.evenDanger },
      ],
    },
    { kind: 'heading', level: 1, text: texts.sites },
    {
      kind: 'table',
      columns: texts.columns.map((title, n) => ({ title, share: n === 0 ? 1 : n === 1 ? 4 : 3, align: n === 1 ? 'left' : 'right' })),
      rows: result.chosen.map(({ name, position, groundMetres, addedHectares, addedWeight, roadMetres }, index) => [
        String(index + 1),
        name,
        position.lng.toFixed(5),
        position.lat.toFixed(5),
        texts.metres(String(groundMetres)),
        weighted(addedHectares, addedWeight),
        roadMetres === null ? texts.noRoad : texts.metres(String(roadMetres)),
      ]),
    },
    { kind: 'heading', level: 1, text: texts.totals },
    {
      kind: 'facts',
      across: 1,
      rows: [
        { label: texts.forest, value: texts.hectares(whole(result.forestHectares)) },
        { label: texts.before, value: weighted(result.seenHectares, result.seenWeight) },
        { label: texts.added, value: weighted(added.hectares, added.weight) },
        { label: texts.after, value: weighted(result.seenHectares + added.hectares, result.seenWeight + added.weight) },
      ],
    },
    { kind: 'paragraph', tone: 'note', text: texts.basis },
  ];
  return {
    language,
    title: texts.title(question.gridName),
    subtitle: formatTime(requestedAt),
    header: `${texts.house} · ${question.gridName}`,
    footer: null,
    stripe: null,
    orientation: 'portrait',
    author: texts.house,
    createdAt: requestedAt,
    blocks,
  };
}
