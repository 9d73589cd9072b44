// A document that the server makes: seen in a tab of its own, where it is printed too, or saved as PDF or Word.
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useLanguage } from './language.ts';
import { saveFile } from './save-file.ts';
import { useSession } from './services.ts';
import { atSite } from './site.ts';

type Format = 'pdf' | 'docx';

interface Props {
  readonly addressOf: (format: Format) => string;
  /** Of the saved file, without its ending. */
  readonly name: string;
  readonly messages: {
    readonly label: string;
    readonly busy: string;
    readonly preview: string;
    readonly pdf: string;
    readonly word: string;
    readonly failed: string;
  };
}

/** How long the tab has to load the file. */
const KEPT_MS = 60_000;

export function MadeFileMenu({ addressOf, name, messages }: Props) {
  const language = useLanguage();
  const { token } = useSession();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);

  const fetchFile = async (format: Format): Promise<Blob> => {
    const headers = { 'accept-language': language, ...(token !== null && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(atSite(addressOf(format)), { headers });
    if (!reply.ok || reply.headers.get('content-type')?.includes('json')) throw new Error(`${reply.status}`);
    return reply.blob();
  };

  const run = async (format: Format, use: (file: Blob) => void) => {
    setBusy(true);
    try {
      use(await fetchFile(format));
    } catch {
      void message.error(messages.failed);
    } finally {
      setBusy(false);
    }
  };
  const preview = (file: Blob) => {
    const address = URL.createObjectURL(file);
    window.open(address, '_blank', 'noopener');
    window.setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  };
  const save = (format: Format) => void run(format, (file) => saveFile(file, `${name}.${format}`));

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
      <Button size="small">{busy ? messages.busy : messages.label}</Button>
    </Dropdown>
  );
}
