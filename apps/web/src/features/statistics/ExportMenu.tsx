// 导出: the report's tables as they are shown, as Excel (a sheet for each) or CSV (one below the other); with its charts as PDF, which the server
// prints in answer to the same question.
import { DownloadOutlined } from '@ant-design/icons';
import { formatTime, statisticsPdfPath } from '@lookout/contract';
import type { StatisticsReport } from '@lookout/domain';
import { type ReportTable, termsIn } from '@lookout/report';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useLanguage } from '../../shared/language.ts';
import { ScriptFailed } from '../../shared/lazily.ts';
import { saveFile } from '../../shared/save-file.ts';
import { useServices, useSession } from '../../shared/services.ts';
import { bookOf, FILE_KINDS, type FileKind, fileNameOf } from '../../shared/table/table-file.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useStatisticsMessages } from './messages.ts';
import { queryOf } from './question.ts';
import type { AskedReport } from './use-report.ts';

const KINDS = [...FILE_KINDS, 'pdf'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  readonly report: StatisticsReport;
  readonly question: AskedReport['question'];
  readonly tables: readonly ReportTable[];
}

export function ExportMenu({ report, question, tables }: Props) {
  const messages = useStatisticsMessages();
  const { common } = useSharedMessages();
  const language = useLanguage();
  const terms = termsIn(language);
  const { token } = useSession();
  const [busy, setBusy] = useState(false);
  const { message } = App.useApp();
  const { now } = useServices();
  const name = `${terms.title} ${report.gridName}`;
  const print = async () => {
    setBusy(true);
    try {
      const headers = { 'accept-language': language, ...(token !== null && { authorization: `Bearer ${token}` }) };
      const reply = await fetch(`${statisticsPdfPath}?${queryOf(question)}`, { headers });
      if (!reply.ok || reply.headers.get('content-type')?.includes('json')) throw new Error(`${reply.status}`);
      saveFile(await reply.blob(), fileNameOf(name, 'pdf', new Date(now())));
      void message.success(messages.exported);
    } catch {
      void message.error(messages.pdfFailed);
    } finally {
      setBusy(false);
    }
  };
  const run = async (kind: FileKind) => {
    const { begin, end } = report.now;
    const heading = `${name} ${messages.from(formatTime(begin), formatTime(end))}`;
    try {
      const sheets = tables.map(({ title, header, rows }) => ({
        name: title,
        cells: [header, ...rows.map((row) => row.map(({ text, value }) => value ?? text))],
      }));
      saveFile(await bookOf(kind, heading, sheets), fileNameOf(name, kind, new Date(now())));
      void message.success(messages.exported);
    } catch (error) {
      if (error instanceof ScriptFailed) void message.error(common.noScript);
      else throw error;
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      disabled={busy}
      menu={{
        items: KINDS.map((key) => ({ key, label: messages.kinds[key] })),
        onClick: ({ key }) => void (key === 'pdf' ? print() : run(key as Exclude<Kind, 'pdf'>)),
      }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />}>
        {busy ? messages.printing : messages.export}
      </Button>
    </Dropdown>
  );
}
