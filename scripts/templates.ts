// Writes templates/*.xlsx and *.csv from the columns that the imports read. Run it when a column is added. A test imports every template.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { csvText, workbookBytes } from '@lookout/ingest';
import { TEMPLATES } from '../apps/server/src/import/templates.ts';

const folder = path.resolve(import.meta.dirname, '..', 'templates');
for (const [kind, sheet] of Object.entries(TEMPLATES)) {
  await writeFile(path.join(folder, `${kind}.xlsx`), await workbookBytes(sheet));
  await writeFile(path.join(folder, `${kind}.csv`), csvText(sheet));
}
