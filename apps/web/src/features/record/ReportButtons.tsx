// The report of the version shown: seen in a tab of its own, or saved.
import { archiveReportPath } from '@lookout/contract';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useLanguage } from '../../shared/language.ts';
import { saveFile } from '../../shared/save-file.ts';
import { useSession } from '../../shared/services.ts';
import { useRecordMessages } from './messages.ts';

interface Props {
  readonly fireId: string;
  /** null: not filed yet. */
  readonly version: number | null;
  /** Of the fire's grid, for the file's name. */
  readonly name: string;
}

/** How long the tab has to load the file. */
const KEPT_MS = 60_000;

export function ReportButtons({ fireId, version, name }: Props) {
  const messages = useRecordMessages();
  const language = useLanguage();
  const { token } = useSession();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);

  const fetchReport = async (format: 'pdf' | 'docx'): Promise<Blob> => {
    const query = new URLSearchParams({ fireId, format, ...(version !== null && { version: String(version) }) });
    const headers = { 'accept-language': language, ...(token !== null && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(`${archiveReportPath}?${query}`, { headers });
    if (!reply.ok || reply.headers.get('content-type')?.includes('json')) throw new Error(`${reply.status}`);
    return reply.blob();
  };

  const run = async (format: 'pdf' | 'docx', use: (file: Blob) => void) => {
    setBusy(true);
    try {
      use(await fetchReport(format));
    } catch {
      void message.error(messages.reportFailed);
    } finally {
      setBusy(false);
    }
  };
  const preview = (file: Blob) => {
    const address = URL.createObjectURL(file);
    window.open(address, '_blank', 'noopener');
    window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  };
  const save = (format: 'pdf' | 'docx') => void run(format, (file) => saveFile(file, `${messages.title}-${name}.${format}`));

  return (
    <Dropdown
      trigger={['click']}
      disabled={busy}
      menu={{
        items: [
          { key: 'preview', label: messages.preview, onClick: () => void run('pdf', preview) },
          { key: 'pdf', label: messages.pdf, onClick: () => save('pdf') },
          { key: 'docx', label: messages.word, onClick: () => save('docx') },
        ],
      }}
    >
      <Button size="small">{busy ? messages.reportBusy : messages.report}</Button>
    </Dropdown>
  );
}
