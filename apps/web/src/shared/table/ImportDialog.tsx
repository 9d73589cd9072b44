// 导入: the server first checks a table; its faults are shown by line, and only then is it written.
import { CallFailed } from '@lookout/client';
import type { TableReport } from '@lookout/contract';
import { Alert, Button, Modal, Table, Upload } from 'antd';
import { useState } from 'react';
import { saveFile } from '../save-file.ts';
import { useServices } from '../services.ts';
import { useTableMessages } from './messages.ts';
import { csvOf, fileNameOf, fileOf } from './table-file.ts';

type Fault = TableReport['rejected'][number];

/** Maximum number of rows shown; the file contains all of them. */
const MOST_SHOWN = 200;

/** The file as it is sent; without `apply` it is only checked. */
interface SentTable {
  readonly query: { readonly apply: 0 | 1 };
  readonly raw: File;
  readonly contentType: string;
  readonly silent: true;
}

interface Props {
  readonly title: string;
  /** Describes the expected table. */
  readonly hint: string;
  /** Accepted file extensions. */
  readonly accept: string;
  /** An empty table with the columns of the import, offered as Excel; absent: none. */
  readonly template?: { readonly name: string; readonly columns: readonly string[] };
  readonly send: (table: SentTable) => Promise<TableReport>;
  readonly onWritten: () => void;
  readonly onClose: () => void;
}

export function ImportDialog({ title, hint, accept, template, send, onWritten, onClose }: Props) {
  const { imports: messages } = useTableMessages();
  const { now } = useServices();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<TableReport | null>(null);
  const [busy, setBusy] = useState<'check' | 'write' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const bring = async (chosen: File, isApplied: boolean) => {
    setBusy(isApplied ? 'write' : 'check');
    setFailure(null);
    try {
      const contentType = chosen.type || 'application/octet-stream';
      setReport(await send({ query: { apply: isApplied ? 1 : 0 }, raw: chosen, contentType, silent: true }));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setReport(null);
      setFailure(messages.failed(error.fields[0]?.message ?? error.message));
    } finally {
      setBusy(null);
      // Called also after a failure: a long table is written in parts, and a reply may be lost.
      if (isApplied) onWritten();
    }
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setReport(null);
    void bring(chosen, false);
    // The dialog sends the file; antd must not.
    return false;
  };
  const isWritten = report !== null && report.changed !== null;
  return (
    <Modal
      open
      width={760}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.close}</Button>
          {report !== null && !isWritten && file !== null && (
            <Button type="primary" disabled={busy !== null || report.accepted === 0} onClick={() => void bring(file, true)}>
              {messages.apply(report.accepted)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p className="hint">{hint}</p>
        <div className="line">
          <Upload accept={accept} maxCount={1} showUploadList={false} beforeUpload={choose} disabled={busy !== null}>
            <Button disabled={busy !== null}>{messages.choose}</Button> {file?.name}
          </Upload>
          {template && (
            <Button type="link" onClick={() => void saveTemplate(template)}>
              {messages.template}
            </Button>
          )}
        </div>
        {busy !== null && <p role="status">{busy === 'check' ? messages.checking : messages.writing}</p>}
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
        {report && (
          <>
            <Alert
              type={report.rejected.length > 0 ? 'warning' : 'success'}
              showIcon
              role="status"
              title={[
                messages.received(report.received),
                report.changed === null ? messages.good(report.accepted) : messages.written(report.accepted, report.changed),
                messages.bad(report.rejected.length),
              ].join(' · ')}
            />
            {report.rejected.length > 0 && (
              <>
                <Table<Fault>
                  size="small"
                  rowKey={({ line, column }) => `${line}/${column ?? ''}`}
                  scroll={{ y: 280 }}
                  pagination={false}
                  dataSource={report.rejected.slice(0, MOST_SHOWN)}
                  columns={[
                    { key: 'line', dataIndex: 'line', title: messages.line, width: 80, className: 'tabular' },
                    { key: 'column', dataIndex: 'column', title: messages.column, width: 140 },
                    { key: 'reason', dataIndex: 'reason', title: messages.reason },
                  ]}
                />
                {report.rejected.length > MOST_SHOWN && <p className="hint">{messages.someShown(MOST_SHOWN)}</p>}
                <div>
                  <Button
                    size="small"
                    onClick={() =>
                      saveFile(
                        refusedCsv([messages.line, messages.column, messages.reason], report.rejected),
                        fileNameOf(messages.refusedName, 'csv', new Date(now())),
                      )
                    }
                  >
                    {messages.refusedFile}
                  </Button>
                </div>
              </>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}

const saveTemplate = async ({ name, columns }: NonNullable<Props['template']>): Promise<void> =>
  saveFile(await fileOf('xlsx', name, [columns]), `${name}.xlsx`);

/** The refused rows with their lines and reasons, as CSV. */
const refusedCsv = (header: readonly string[], rejected: readonly Fault[]): Blob =>
  new Blob([csvOf([header, ...rejected.map(({ line, column, reason }) => [line, column, reason])])], { type: 'text/csv;charset=utf-8' });
