import { formatDecimal } from '@lookout/geo';
import { useMessages } from './messages.ts';
import type { Report } from './report.ts';

/** What and where, in two lines. */
export function EntryText({ entry, photoCount }: { readonly entry: Report; readonly photoCount: number }) {
  const messages = useMessages();
  return (
    <>
      <p className="patrol-entry-text">{entry.description === '' ? messages.noDescription : entry.description}</p>
      <p className="patrol-second tabular">
        {formatDecimal(entry.lng)}, {formatDecimal(entry.lat)}
        {photoCount > 0 && ` · ${messages.photoCount(photoCount)}`}
      </p>
    </>
  );
}
