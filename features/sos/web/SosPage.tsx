// 护林员求救: the open SOS, taken and closed inline, and the closed ones.

import type { Named } from '@lookout/domain';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useLoadState, useRecords, useServices } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Alert, App, Button, Form, Select, Skeleton, Tabs } from 'antd';
import { useSosMessages } from '../parts/messages.ts';
import { sosRecords } from '../parts/sos-records.ts';
import { isSosOpen, SOS_OUTCOMES, type Sos, type SosOutcome, sosState } from '../sos.ts';
import { useSosDeskMessages } from './messages.ts';
import { SosFacts } from './SosFacts.tsx';
import { useMayTake, useSosActs } from './use-sos-acts.ts';
import './sos.css';

const TABS = ['open', 'over'] as const;
const MOST_NOTE = 500;

export function SosPage() {
  const messages = useSosDeskMessages();
  const url = useUrlState();
  const open = useRecords(sosRecords);
  return (
    <div className="page">
      <header>
        <h1>{messages.title}</h1>
      </header>
      <Tabs
        activeKey={oneOf(TABS, url.get('tab')) ?? 'open'}
        destroyOnHidden
        onChange={(key) => url.set({ tab: key, grid: null, page: null })}
        items={[
          { key: 'open', label: messages.tabs.open(open.length), children: <Open list={open} /> },
          { key: 'over', label: messages.tabs.over, children: <Over /> },
        ]}
      />
    </div>
  );
}

function Open({ list }: { readonly list: readonly Named<Sos>[] }) {
  const messages = useSosDeskMessages();
  const { reloadRecords } = useServices();
  const state = useLoadState(sosRecords);
  if (state === 'failed') return <LoadFailed error={null} onRetry={reloadRecords} />;
  if (state !== 'loaded') return <Skeleton active paragraph={{ rows: 4 }} />;
  if (list.length === 0) return <Nothing {...messages.none} />;
  return list.map((one) => <Card key={one.id} sos={one} />);
}

/** One open SOS: its officer, and the possible actions. */
function Card({ sos }: { readonly sos: Named<Sos> }) {
  const messages = useSosDeskMessages();
  const shared = useSosMessages();
  const { message } = App.useApp();
  const mayAct = useMayTake();
  const { isBusy, failed, take, close } = useSosActs(sos);
  const { fullName, gridName, raisedAt, taken } = sos;
  const state = sosState(sos);
  const finish = async ({ outcome, note }: { readonly outcome: SosOutcome; readonly note?: string }) => {
    if (await close(outcome, note?.trim() || null)) void message.success(messages.done);
  };
  return (
    <section className="sos-card panel" aria-label={messages.raised(fullName, gridName)} data-state={state}>
      <header className="line">
        <strong className="sos-mark">{shared.sos}</strong>
        <h2>{messages.raised(fullName, gridName)}</h2>
        <span className="tag">{shared.states[state]}</span>
        <span className="gap" />
        <span className="second tabular">{messages.raisedAt(dayAndMinute(raisedAt))}</span>
      </header>
      <SosFacts sos={sos} />
      {taken !== null && <p className="tabular">{shared.takenBy(taken.by, dayAndMinute(taken.at))}</p>}
      {mayAct && taken === null && (
        <Button danger type="primary" loading={isBusy} onClick={() => void take()}>
          {messages.take}
        </Button>
      )}
      {mayAct && taken !== null && isSosOpen(sos) && (
        <Form<{ readonly outcome: SosOutcome; readonly note?: string }>
          layout="vertical"
          requiredMark={false}
          disabled={isBusy}
          onFinish={(values) => void finish(values)}
        >
          <Form.Item name="outcome" label={messages.outcome} rules={[{ required: true, message: messages.outcomeNeeded }]}>
            <Select options={SOS_OUTCOMES.map((value) => ({ value, label: shared.outcomes[value] }))} />
          </Form.Item>
          <Form.Item name="note" label={messages.note}>
            <TextArea rows={2} most={MOST_NOTE} showCount />
          </Form.Item>
          <Button type="primary" htmlType="submit" aria-busy={isBusy}>
            {messages.close}
          </Button>
        </Form>
      )}
      {failed !== null && <Alert type="error" showIcon role="alert" title={failed} />}
    </section>
  );
}

const OVER = 'sos-over';

function Over() {
  const messages = useSosDeskMessages();
  const { states, outcomes } = useSosMessages();
  const client = useClient();
  const url = useUrlState();
  const filter = { gridNo: useGridFilter(url), state: 'over' } as const;
  const page = usePage({ url, key: [OVER], filter, call: client.sos.sosPage });
  const takenOf = ({ taken }: Sos) => (taken === null ? '—' : `${taken.by} ${dayAndMinute(taken.at)}`);
  const outcomeOf = ({ closed }: Sos) => (closed === null ? '—' : outcomes[closed.outcome]);
  const noteOf = ({ closed, cancelled }: Sos) => cancelled?.reason ?? closed?.note ?? '—';
  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      <PagedTable<Named<Sos>>
        table="sos"
        name={messages.title}
        {...page}
        width={1000}
        empty={<NoRows messages={messages.noHistory} />}
        columns={[
          { key: 'name', dataIndex: 'fullName', title: messages.columns.name, width: 160 },
          { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 160 },
          {
            key: 'raised',
            title: messages.columns.raised,
            width: 130,
            className: 'tabular',
            ...textCell(({ raisedAt }) => dayAndMinute(raisedAt)),
          },
          { key: 'state', title: messages.columns.state, width: 100, ...textCell((one) => states[sosState(one)]) },
          { key: 'taken', title: messages.columns.taken, width: 220, className: 'tabular', ...textCell(takenOf) },
          { key: 'outcome', title: messages.columns.outcome, width: 160, ...textCell(outcomeOf) },
          { key: 'note', title: messages.columns.note, ...textCell(noteOf) },
        ]}
      />
    </>
  );
}
