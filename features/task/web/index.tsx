// 任务管理: the tasks, the recurring patrols that create tasks, and the templates for both.

import { lazily } from '@lookout/web/shared/lazily.ts';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Skeleton, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import type { ListedPatrolRule } from '../patrol.ts';
import { useTaskPageMessages } from './messages.ts';
import { PatrolsTab } from './PatrolsTab.tsx';
import { TasksTab } from './TasksTab.tsx';
import { TemplatesTab } from './TemplatesTab.tsx';
import './task.css';

// Loaded lazily, because these forms include the map, which the lists do not need.
const NewTask = lazily(async () => (await import('./NewTask.tsx')).NewTask);
const PatrolForm = lazily(async () => (await import('./PatrolForm.tsx')).PatrolForm);

/** The form that is open next to the map. `rule` null: a new one. */
type Making = { readonly kind: 'task' } | { readonly kind: 'patrol'; readonly rule: ListedPatrolRule | null };

const TABS = ['tasks', 'patrols', 'templates'] as const;

export function TaskPage() {
  const messages = useTaskPageMessages();
  const url = useUrlState();
  const [making, setMaking] = useState<Making | null>(null);
  const tab = oneOf(TABS, url.get('tab')) ?? 'tasks';
  const done = () => setMaking(null);
  if (making !== null)
    return (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        {making.kind === 'task' ? <NewTask onClose={done} /> : <PatrolForm rule={making.rule} onClose={done} />}
      </Suspense>
    );
  return (
    <div className="task-page page tabbed-page">
      <h1 className="visually-hidden">{messages.title}</h1>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) => url.set({ ...NOTHING, tab: key === 'tasks' ? null : key })}
        items={[
          { key: 'tasks', label: messages.tabs.tasks, children: <TasksTab onCreate={() => setMaking({ kind: 'task' })} /> },
          { key: 'patrols', label: messages.tabs.patrols, children: <PatrolsTab onEdit={(rule) => setMaking({ kind: 'patrol', rule })} /> },
          { key: 'templates', label: messages.tabs.templates, children: <TemplatesTab /> },
        ]}
      />
    </div>
  );
}

/** URL parameters of one tab, which are removed when switching to another tab. */
const NOTHING = Object.fromEntries(
  ['text', 'state', 'status', 'type', 'priority', 'overdue', 'grid', 'from', 'to', 'sort', 'size', 'view', 'week', 'task', 'patrol'].map(
    (name) => [name, null],
  ),
);
