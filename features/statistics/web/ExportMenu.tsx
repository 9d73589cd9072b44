// 导出: the report's tables as displayed, as Excel (a sheet for each) or CSV (one below the other), or with its charts as PDF, which the
// server makes from the same question.
import { DownloadOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { type ReportTable, termsIn } from '@lookout/report';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { fileOf, useSiteFetch } from '@lookout/web/shared/site-fetch.ts';
import { FILE_KINDS, fileNameOf } from '@lookout/web/shared/table/table-file.ts';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { statisticsPdfPath } from '../statistics.calls.ts';
import type { StatisticsReport } from '../statistics.ts';
import { useStatisticsMessages } from './messages.ts';
import { queryOf } from './question.ts';
import type { ReportQuery } from './use-report.ts';
import { useTableFile } from './use-table-file.ts';

const KINDS = [...FILE_KINDS, 'pdf'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  readonly report: StatisticsReport;
  readonly question: ReportQuery['question'];
  readonly tables: readonly ReportTable[];
}

export function ExportMenu({ report, question, tables }: Props) {
  const messages = useStatisticsMessages();
  const language = useLanguage();
  const terms = termsIn(language);
  const siteFetch = useSiteFetch();
  const [busy, setBusy] = useState(false);
  const save = useTableFile();
  const { message } = App.useApp();
  const { now } = useServices();
  const name = `${terms.title} ${report.gridName}`;
  const print = async () => {
    setBusy(true);
    try {
      const reply = await siteFetch(`${statisticsPdfPath}?${queryOf(question)}`);
      saveFile(await fileOf(reply), fileNameOf(name, 'pdf', new Date(now())));
      void message.success(messages.exported);
    } catch {
      void message.error(messages.pdfFailed);
    } finally {
      setBusy(false);
    }
  };
  const { begin, end } = report.now;
  const heading = `${name} ${messages.from(formatTime(begin), formatTime(end))}`;
  return (
    <Dropdown
      trigger={['click']}
      disabled={busy}
      menu={{
        items: KINDS.map((key) => ({ key, label: messages.kinds[key] })),
        onClick: ({ key }) => void (key === 'pdf' ? print() : save(key as Exclude<Kind, 'pdf'>, name, heading, tables)),
      }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />}>
        {busy ? messages.printing : messages.export}
      </Button>
    </Dropdown>
  );
}
