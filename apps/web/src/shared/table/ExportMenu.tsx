// 导出: every row that the present filter finds, with the columns that are shown, as Excel or CSV; nothing is saved before all is there.
import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { App, Button, Dropdown } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../save-file.ts';
import { useServices } from '../services.ts';
import { type Column, sheetOf } from './columns.ts';
import { fileNameOf } from './file-name.ts';
import { type AskPage, gatherRows, MOST_ROWS, TooManyRows } from './gather-rows.ts';
import { useTableMessages } from './messages.ts';
import { FILE_KINDS, type FileKind, fileOf } from './table-file.ts';

interface Props<R> {
  /** What the file is called, as people say it. */
  readonly name: string;
  readonly ask: AskPage<R>;
  readonly keyOf: (row: R) => string;
  /** Those that are shown. */
  readonly columns: readonly Column<R>[];
}

interface Progress {
  readonly got: number;
  readonly total: number;
}

export function ExportMenu<R>({ name, ask, keyOf, columns }: Props<R>) {
  const messages = useTableMessages();
  const { message } = App.useApp();
  const { now } = useServices();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (kind: FileKind) => {
    const own = new AbortController();
    running.current = own;
    setProgress({ got: 0, total: 0 });
    try {
      const rows = await gatherRows({ ask, keyOf, signal: own.signal, onProgress: (got, total) => setProgress({ got, total }) });
      if (rows.length === 0) {
        void message.info(messages.nothing);
        return;
      }
      saveFile(await fileOf(kind, name, sheetOf(columns, rows)), fileNameOf(name, kind, new Date(now())));
      void message.success(messages.done(rows.length));
    } catch (error) {
      if (own.signal.aborted) void message.info(messages.cancelled);
      else if (error instanceof TooManyRows) void message.warning(messages.tooMany(error.total, MOST_ROWS));
      else if (error instanceof CallFailed)
        void message.error(messages.failed(error.outcome.kind === 'error' ? error.message : messages.noAnswer));
      else throw error;
    } finally {
      running.current = null;
      setProgress(null);
    }
  };

  if (progress !== null)
    return (
      <span className="table-progress" role="status">
        {messages.exporting(progress.got, progress.total)}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={messages.cancel}
          onClick={() => running.current?.abort()}
        />
      </span>
    );
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: FILE_KINDS.map((key) => ({ key, label: messages.kinds[key] })), onClick: ({ key }) => void run(key as FileKind) }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />} title={messages.exportLabel}>
        {messages.export}
      </Button>
    </Dropdown>
  );
}
