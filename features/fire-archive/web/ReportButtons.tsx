// The report of the version shown: opened in a separate tab, or downloaded.

import { MadeFileMenu } from '@lookout/web/shared/MadeFileMenu.tsx';
import { archiveReportPath } from '../fire-archive.calls.ts';
import { useFireArchiveMessages } from './messages.ts';

interface Props {
  readonly fireId: string;
  /** null: no archive yet. */
  readonly version: number | null;
  /** The name of the fire's grid, for the file name. */
  readonly name: string;
}

export function ReportButtons({ fireId, version, name }: Props) {
  const { title, report: label, reportBusy: busy, preview, pdf, word, reportFailed: failed } = useFireArchiveMessages();
  return (
    <MadeFileMenu
      name={`${title}-${name}`}
      messages={{ label, busy, preview, pdf, word, failed }}
      addressOf={(format) => {
        const query = new URLSearchParams({ fireId, format, ...(version !== null && { version: String(version) }) });
        return `${archiveReportPath}?${query}`;
      }}
    />
  );
}
