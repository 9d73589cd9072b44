// 已知热源: the proposed, confirmed and rejected sources, and the masks on the map.
import { PlusOutlined } from '@ant-design/icons';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { ImportDialog } from '@lookout/web/shared/table/ImportDialog.tsx';
import { cleared, oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { KNOWN_HEAT_COLUMNS } from '../known-heat.calls.ts';
import { FILTER_NAMES } from './filter.ts';
import { HeatForm } from './HeatDrawers.tsx';
import { HeatTable } from './HeatTable.tsx';
import { MasksTable } from './MasksTable.tsx';
import { useKnownHeatMessages } from './messages.ts';
import { LISTS } from './SaveDrawer.tsx';
import './known-heat.css';

const TABS = ['proposed', 'confirmed', 'rejected', 'masks'] as const;

export function KnownHeatPage() {
  const messages = useKnownHeatMessages();
  const client = useClient();
  const queries = useQueryClient();
  const mayAct = useRight('act-on-alarms');
  const url = useUrlState();
  const tab = oneOf(TABS, url.get('tab')) ?? 'proposed';
  const [open, setOpen] = useState<'create' | 'import' | null>(null);
  const close = () => setOpen(null);
  const actions = mayAct && (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('create')}>
        {messages.add}
      </Button>
      <Button onClick={() => setOpen('import')}>{messages.import}</Button>
    </>
  );
  return (
    <div className="known-heat page" data-tab={tab}>
      <header>
        <h1>{messages.title}</h1>
        <Segmented
          aria-label={messages.views}
          value={tab}
          onChange={(next) => url.set({ ...cleared(FILTER_NAMES), tab: next === 'proposed' ? null : next })}
          options={TABS.map((value) => ({ value, label: messages.tabs[value] }))}
        />
      </header>
      <p className="hint">{tab === 'masks' ? messages.masksHint : messages.hint}</p>
      {tab === 'masks' ? <MasksTable url={url} /> : <HeatTable key={tab} url={url} state={tab} actions={actions} />}
      {open === 'create' && <HeatForm heat={null} onClose={close} />}
      {open === 'import' && (
        <ImportDialog
          title={messages.importTitle}
          hint={messages.importHint}
          accept=".xlsx,.csv,.txt"
          template={{ name: messages.templateName, columns: KNOWN_HEAT_COLUMNS.map(({ name }) => name) }}
          send={client.knownHeat.importKnownHeats}
          onWritten={() => void queries.invalidateQueries({ queryKey: LISTS })}
          onClose={close}
        />
      )}
    </div>
  );
}
