// A document that the server makes: seen in a tab of its own, where it is printed too, or saved as PDF or Word.
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { saveFile } from './save-file.ts';
import { fileOf, useSiteFetch } from './site-fetch.ts';

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
  const siteFetch = useSiteFetch();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);

  const run = async (format: Format, use: (file: Blob) => void) => {
    setBusy(true);
    try {
      use(await fileOf(await siteFetch(addressOf(format))));
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
