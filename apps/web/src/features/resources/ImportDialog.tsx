// 导入: a table is checked by the server first; its faults are shown by line, and only then is it written.
import { CallFailed } from '@lookout/client';
import type { Contract, Got } from '@lookout/contract';
import { Alert, Button, Modal, Table, Upload } from 'antd';
import { useState } from 'react';
import { saveFile } from '../../shared/save-file.ts';
import { useServices } from '../../shared/services.ts';
import { fileNameOf } from '../../shared/table/table-file.ts';
import { useResourcesMessages } from './messages.ts';
import { refusedCsv } from './register-file.ts';

type Report = Got<Contract['resources']['importResources']>;
type Fault = Report['rejected'][number];

/** Rows shown; the file has all of them. */
const MOST_SHOWN = 200;

interface Props {
  readonly onWritten: () => void;
  readonly onClose: () => void;
}

export function ImportDialog({ onWritten, onClose }: Props) {
  const { files, failed } = useResourcesMessages();
  const { client, now } = useServices();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [busy, setBusy] = useState<'check' | 'write' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (chosen: File, isApplied: boolean) => {
    setBusy(isApplied ? 'write' : 'check');
    setFailure(null);
    try {
      const contentType = chosen.type || 'application/octet-stream';
      setReport(await client.resources.importResources({ query: { apply: isApplied ? 1 : 0 }, raw: chosen, contentType, silent: true }));
      if (isApplied) onWritten();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setReport(null);
      setFailure(failed(error.fields[0]?.message ?? error.message));
    } finally {
      setBusy(null);
    }
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setReport(null);
    void send(chosen, false);
    // The dialog sends it; antd must not.
    return false;
  };
  const isWritten = report !== null && report.changed !== null;
  return (
    <Modal
      open
      width={760}
      title={files.importTitle}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{files.close}</Button>
          {report !== null && !isWritten && file !== null && (
            <Button type="primary" disabled={busy !== null || report.accepted === 0} onClick={() => void send(file, true)}>
              {files.apply(report.accepted)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p className="hint">{files.importHint}</p>
        <Upload
          accept=".xlsx,.csv,.txt,.geojson,.json,.kml"
          maxCount={1}
          showUploadList={false}
          beforeUpload={choose}
          disabled={busy !== null}
        >
          <Button disabled={busy !== null}>{files.choose}</Button> {file?.name}
        </Upload>
        {busy !== null && <p role="status">{busy === 'check' ? files.checking : files.writing}</p>}
        {failure && <Alert type="error" showIcon role="alert" title={failure} />}
        {report && (
          <>
            <Alert
              type={report.rejected.length > 0 ? 'warning' : 'success'}
              showIcon
              role="status"
              title={[
                files.received(report.received),
                report.changed === null ? files.good(report.accepted) : files.written(report.accepted, report.changed),
                files.bad(report.rejected.length),
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
                    { key: 'line', dataIndex: 'line', title: files.line, width: 80, className: 'tabular' },
                    { key: 'column', dataIndex: 'column', title: files.column, width: 140 },
                    { key: 'reason', dataIndex: 'reason', title: files.reason },
                  ]}
                />
                {report.rejected.length > MOST_SHOWN && <p className="hint">{files.someShown(MOST_SHOWN)}</p>}
                <div>
                  <Button
                    size="small"
                    onClick={() =>
                      saveFile(
                        refusedCsv([files.line, files.column, files.reason], report.rejected),
                        fileNameOf(files.refusedName, 'csv', new Date(now())),
                      )
                    }
                  >
                    {files.refusedFile}
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
