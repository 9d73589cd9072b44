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
import { FILE_KINDS, type FileKind, fileOf } from './table-file.ts';
import { useTableWords } from './words.ts';

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
  const words = useTableWords();
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
        void message.info(words.nothing);
        return;
      }
      saveFile(await fileOf(kind, name, sheetOf(columns, rows)), fileNameOf(name, kind, new Date(now())));
      void message.success(words.done(rows.length));
    } catch (error) {
      if (own.signal.aborted) void message.info(words.cancelled);
      else if (error instanceof TooManyRows) void message.warning(words.tooMany(error.total, MOST_ROWS));
      else if (error instanceof CallFailed)
        void message.error(words.failed(error.outcome.kind === 'error' ? error.message : words.noAnswer));
      else throw error;
    } finally {
      running.current = null;
      setProgress(null);
    }
  };

  if (progress !== null)
    return (
      <span className="table-progress" role="status">
        {words.exporting(progress.got, progress.total)}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={words.cancel}
          onClick={() => running.current?.abort()}
        />
      </span>
    );
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: FILE_KINDS.map((key) => ({ key, label: words.kinds[key] })), onClick: ({ key }) => void run(key as FileKind) }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />} title={words.exportLabel}>
        {words.export}
      </Button>
    </Dropdown>
  );
}
