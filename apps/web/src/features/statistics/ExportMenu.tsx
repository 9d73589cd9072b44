// 导出: the report's tables as they are shown, as Excel (a sheet for each) or CSV (one below the other).
import { DownloadOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import type { StatisticsReport } from '@lookout/domain';
import { type ReportTable, termsIn } from '@lookout/report';
import { App, Button, Dropdown } from 'antd';
import { useLanguage } from '../../shared/language.ts';
import { ScriptFailed } from '../../shared/lazily.ts';
import { saveFile } from '../../shared/save-file.ts';
import { useServices } from '../../shared/services.ts';
import { bookOf, FILE_KINDS, type FileKind, fileNameOf } from '../../shared/table/table-file.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useStatisticsMessages } from './messages.ts';

export function ExportMenu({ report, tables }: { readonly report: StatisticsReport; readonly tables: readonly ReportTable[] }) {
  const messages = useStatisticsMessages();
  const { common } = useSharedMessages();
  const terms = termsIn(useLanguage());
  const { message } = App.useApp();
  const { now } = useServices();
  const run = async (kind: FileKind) => {
    const { begin, end } = report.now;
    const name = `${terms.title} ${report.gridName}`;
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
      menu={{ items: FILE_KINDS.map((key) => ({ key, label: messages.kinds[key] })), onClick: ({ key }) => void run(key as FileKind) }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />}>
        {messages.export}
      </Button>
    </Dropdown>
  );
}
