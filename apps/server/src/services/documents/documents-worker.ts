// Worker thread for documents: drawing charts, laying out a report and subsetting its font takes up to a second, which must delay no alarm.
import { writableTexts } from '@lookout/domain';
import { answerQuestions } from '../worker-answers.ts';
import type { DocumentBlock, DocumentChart, DocumentFormat, DocumentPicture, DrawnBlock, PrintedDocument } from './document.ts';
import { outlinedPicture } from './outlined-text.ts';
import { pdfOf } from './pdf.ts';
import { wordFileOf } from './word.ts';

export interface PrintOrder {
  readonly document: PrintedDocument;
  readonly format: DocumentFormat;
}

answerQuestions<PrintOrder, Uint8Array>(async ({ document: given, format }) => {
  const document = writableTexts(given);
  const drawn = { ...document, blocks: await Promise.all(document.blocks.map(drawnBlock)) };
  return format === 'pdf' ? pdfOf(drawn) : wordFileOf(drawn);
});

async function drawnBlock(block: DocumentBlock): Promise<DrawnBlock> {
  return block.kind === 'picture' ? { ...block, picture: outlinedPicture(await pictureOf(block.picture)) } : block;
}

async function pictureOf(picture: DocumentPicture | DocumentChart): Promise<DocumentPicture> {
  if (picture.format !== 'chart') return picture;
  // Most documents have no chart: the chart library is loaded with the first one.
  const { drawnChart } = await import('./drawn-chart.ts');
  return drawnChart(picture);
}
