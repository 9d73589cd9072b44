// 导出登记表: all resources of the current filter in a format that the import accepts.
import { DownloadOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import type { Named } from '@lookout/domain';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { type FetchPage, gatherRows, MOST_ROWS, TooManyRows } from '@lookout/web/shared/table/gather-rows.ts';
import { fileNameOf } from '@lookout/web/shared/table/table-file.ts';
import { App, Button, Dropdown } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../resource.ts';
import type { RegisteredResource } from '../resource-care.ts';
import { useResourcesMessages } from './messages.ts';
import { REGISTER_KINDS, type RegisterKind, registerFile } from './register-file.ts';

interface Props {
  /** The name of the file. */
  readonly name: string;
  readonly fetchPage: FetchPage<Named<RegisteredResource>>;
  /** Loads the same rows with one call; null: only the paged call has their filter, or they are too many for a list. */
  readonly fetchList: ((signal: AbortSignal) => Promise<readonly Named<Resource>[]>) | null;
}

export function RegisterExport({ name, fetchPage, fetchList }: Props) {
  const { files, failed } = useResourcesMessages();
  const { message } = App.useApp();
  const { now } = useServices();
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (kind: RegisterKind) => {
    const own = new AbortController();
    running.current = own;
    const { signal } = own;
    setProgress(files.exporting(0, 0));
    try {
      const byPages = () =>
        gatherRows({
          fetchPage,
          keyOf: ({ id }) => id,
          signal,
          onProgress: (got, total) => setProgress(files.exporting(got, total)),
        });
      const rows: readonly Named<Resource>[] = await (fetchList ? fetchList(signal) : byPages());
      if (rows.length === 0) return void message.info(files.nothing);
      saveFile(await registerFile(kind, name, rows), fileNameOf(name, kind, new Date(now())));
      void message.success(files.exported(rows.length));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof TooManyRows) void message.warning(files.tooMany(error.total, MOST_ROWS));
      else if (error instanceof CallFailed) void message.error(failed(error.message));
      else throw error;
    } finally {
      setProgress(null);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      disabled={progress !== null}
      menu={{ items: REGISTER_KINDS.map((key) => ({ key, label: files.kinds[key] })), onClick: ({ key }) => void run(key as RegisterKind) }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} title={files.exportHint} aria-busy={progress !== null}>
        {progress ?? files.export}
      </Button>
    </Dropdown>
  );
}
