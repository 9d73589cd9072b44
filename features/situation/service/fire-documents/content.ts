// The content of a document: from the current data while it is a draft, from the stored text after its issue. Plain JSON with the names of
// the wire format, so that the printed file can be generated again from the stored text at any time.
import { formatTime } from '@lookout/contract';
import type { Alarm } from '../../../alarm/alarm.ts';
import type { GridCatalogue } from '../../../grid/service/grid-catalogue.ts';
import type { ArchivedPlot } from '../../../plot/plot.schema.ts';
import type { Plot } from '../../../plot/plot.ts';
import { writeArchivedPlot } from '../../../plot/plot.wire.ts';
import type { DocumentNumber, FireDocument } from '../../fire-document.ts';

export interface DocumentContent {
  readonly format: 'lookout-fire-document-1';
  readonly kind: FireDocument['kind'];
  readonly language: FireDocument['language'];
  readonly isDrill: boolean;
  readonly gridNo: string;
  readonly gridName: string;
  readonly fields: FireDocument['fields'];
  readonly corrects: { readonly number: DocumentNumber; readonly reason: string } | null;
  readonly fire: { readonly id: string; readonly address: string; readonly lng: number; readonly lat: number };
  /** Only for a situation map. */
  readonly plots: readonly ArchivedPlot[];
  /** The time of the data. */
  readonly time: string;
  /** Who edited the draft last, or issued the document. */
  readonly by: string;
  /** null: a draft. */
  readonly number: DocumentNumber | null;
}

interface CurrentState {
  readonly alarm: Alarm;
  readonly plots: readonly Plot[];
  readonly at: Date;
  readonly by: string;
  readonly number: DocumentNumber | null;
}

/** Upper limit, more than the plots of any situation. */
export const MOST_PLOTS = 500;

export const contentOf = (
  { kind, language, isDrill, gridNo, fields, corrects }: FireDocument,
  { alarm, plots, at, by, number }: CurrentState,
  { nameOf }: Pick<GridCatalogue, 'nameOf'>,
): DocumentContent => ({
  format: 'lookout-fire-document-1',
  kind,
  language,
  isDrill,
  gridNo,
  gridName: nameOf(gridNo) ?? gridNo,
  fields,
  corrects: corrects && { number: corrects.number, reason: corrects.reason },
  fire: { id: alarm.id, address: alarm.formattedAddress, ...alarm.position },
  plots: kind === 'situation-map' ? plots.map((plot) => writeArchivedPlot(plot, nameOf)) : [],
  time: formatTime(at),
  by,
  number,
});
