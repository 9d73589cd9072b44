// Who did what and when: the audit, by time window, user and act, all in the URL.

import { formatTime, type Row } from '@lookout/contract';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, NoRows, TextFilter, WindowFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { Tooltip } from 'antd';
import { contract } from '../../contract.ts';
import type { ListedAuditLine } from '../admin.ts';
import { detailLines, isId } from './audit/detail-lines.ts';
import { useAuditMessages } from './audit/messages.ts';
import { useAdminMessages } from './messages.ts';

/** The contract lists every recorded act with its Chinese name. */
const ACTS: ReadonlyMap<string, string> = new Map(
  Object.values(contract as Record<string, Record<string, Row>>)
    .flatMap((rows) => Object.values(rows))
    .flatMap((row) => (row.act === undefined ? [] : [[row.act, row.summary.replace(/[（：].*$/, '')] as const])),
);

export function AuditTab() {
  const messages = useAdminMessages();
  const texts = useAuditMessages();
  const shared = useSharedMessages();
  const language = useLanguage();
  const client = useClient();
  const url = useUrlState();
  const filter = {
    userName: url.get('user'),
    act: url.get('act'),
    ...windowOf(url),
  };
  const audit = usePage({ url, key: ['audit'], filter, call: client.admin.auditPage });
  const others: Readonly<Record<string, string>> = messages.audit.otherActs;
  const actName = (act: string) => others[act] ?? (language === 'en' ? act : (ACTS.get(act) ?? act));
  const outcomeName = (outcome: string) =>
    outcome === 'ok' ? messages.audit.passed : messages.audit.refused(outcome.replace('refused:', ''));
  const targets: Readonly<Partial<Record<string, string>>> = messages.audit.targets;
  const targetName = ({ targetKind }: ListedAuditLine): string => (targetKind === null ? '' : (targets[targetKind] ?? targetKind));
  const linesOf = ({ detail, gridNames }: ListedAuditLine): readonly string[] => detailLines(detail, { ...texts, targets, gridNames });
  const text = (value: string | null) => value ?? shared.common.unknown;
  const machines: Readonly<Record<string, string>> = messages.audit.machines;
  const userText = (name: string | null) => text(name === null ? null : (machines[name] ?? name));

  return (
    <>
      <div className="page-bar">
        <WindowFilter url={url} labels={messages.audit} covers="until now" />
        <TextFilter url={url} name="user" label={messages.audit.userName} width={200} />
        <ChoiceFilter
          url={url}
          name="act"
          label={messages.audit.act}
          width={240}
          value={url.get('act')}
          options={[...ACTS.keys(), ...Object.keys(others)].map((act) => ({ value: act, label: actName(act) }))}
          isSearchable
        />
      </div>
      <PagedTable<ListedAuditLine>
        table="audit"
        name={messages.tabs.audit}
        {...audit}
        rowKey={({ id }) => String(id)}
        width={1100}
        empty={<NoRows messages={messages.audit} />}
        columns={[
          { key: 'at', title: messages.audit.at, width: 170, className: 'tabular', ...textCell(({ at }) => formatTime(at)) },
          {
            key: 'userName',
            dataIndex: 'userName',
            title: messages.audit.userName,
            width: 130,
            text: (row) => userText(row.userName),
            render: userText,
          },
          { key: 'act', dataIndex: 'act', title: messages.audit.act, width: 200, text: ({ act }) => actName(act), render: actName },
          {
            key: 'outcome',
            dataIndex: 'outcome',
            title: messages.audit.outcome,
            width: 120,
            text: (row) => outcomeName(row.outcome),
            render: outcomeName,
          },
          {
            key: 'target',
            title: messages.audit.target,
            width: 200,
            text: (row) => [targetName(row), shownId(row)].filter(Boolean).join(' '),
            render: (_, row) =>
              row.targetKind === null ? (
                shared.common.unknown
              ) : (
                <span title={row.targetId ?? undefined}>
                  {targetName(row)} <span className="second tabular">{shownId(row)}</span>
                </span>
              ),
          },
          { key: 'gridNo', dataIndex: 'gridNo', title: messages.audit.grid, width: 100, className: 'tabular', render: text },
          { key: 'address', dataIndex: 'address', title: messages.audit.address, width: 150, className: 'tabular', render: text },
          {
            key: 'detail',
            title: messages.audit.detail,
            text: (row) => linesOf(row).join(marks().semicolon),
            render: (_, row) => <Detail lines={linesOf(row)} />,
          },
        ]}
      />
    </>
  );
}

/** A key of the server means nothing to the user, so it appears only as a tooltip. */
const shownId = ({ targetId }: ListedAuditLine): string => (targetId === null || isId(targetId) ? '' : targetId);

/** An imported table has one event per row. An export includes all lines. */
const MOST_LINES = 20;

/** The lines in one row, with all of them as its tooltip. */
function Detail({ lines }: { readonly lines: readonly string[] }) {
  const shared = useSharedMessages();
  if (lines.length === 0) return shared.common.unknown;
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return (
    <Tooltip title={<span className="admin-detail-lines">{shown.join('\n')}</span>}>
      <span className="admin-detail hint cut">{shown.join(marks().semicolon)}</span>
    </Tooltip>
  );
}
