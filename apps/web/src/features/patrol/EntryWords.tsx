import { formatDecimal } from '@lookout/geo';
import type { Report } from './report.ts';
import { useWords } from './words.ts';

/** What and where, in two lines. */
export function EntryWords({ entry, photoCount }: { readonly entry: Report; readonly photoCount: number }) {
  const words = useWords();
  return (
    <>
      <p className="patrol-entry-text">{entry.description === '' ? words.noWords : entry.description}</p>
      <p className="patrol-second tabular">
        {formatDecimal(entry.lng)}, {formatDecimal(entry.lat)}
        {photoCount > 0 && ` · ${words.photoCount(photoCount)}`}
      </p>
    </>
  );
}
