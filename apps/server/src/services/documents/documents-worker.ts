// Worker thread: laying out a report and cutting its font takes up to a second, for which no alarm may wait.
import { answerQuestions } from '../worker-answers.ts';
import type { DocumentFormat, PrintedDocument } from './document.ts';
import { outlinedPicture } from './outlined-text.ts';
import { pdfOf } from './pdf.ts';
import { wordOf } from './word.ts';

export interface PrintOrder {
  readonly document: PrintedDocument;
  readonly format: DocumentFormat;
}

answerQuestions<PrintOrder, Uint8Array>(({ document, format }) => {
  const printable = {
    ...document,
    blocks: document.blocks.map((block) => (block.kind === 'picture' ? { ...block, picture: outlinedPicture(block.picture) } : block)),
  };
  return format === 'pdf' ? pdfOf(printable) : wordOf(printable);
});
