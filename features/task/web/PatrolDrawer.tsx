// One recurring patrol: its rule, the outcomes of its occurrences, and the actions of an officer.

import { formatTime } from '@lookout/contract';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Alert, Button, Drawer, Pagination, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTasksMessages } from '../parts/messages.ts';
import { PriorityTag } from '../parts/TaskDetail.tsx';
import type { ListedPatrolRule, PatrolState } from '../patrol.ts';
import { useTaskPageMessages } from './messages.ts';
import { PATROLS, repeatText } from './patrol-texts.ts';

interface Props {
  readonly id: string;
  readonly onEdit: (rule: ListedPatrolRule) => void;
  readonly onClose: () => void;
}

const never = { title: '', hint: '' };

export function PatrolDrawer({ id, onEdit, onClose }: Props) {
  const { patrols: messages } = useTaskPageMessages();
  const client = useClient();
  const rule = useCall([PATROLS, 'one', id], client.task.patrolOne, { params: { id } });
  return (
    <Drawer open size={640} title={rule.data?.content.name ?? messages.title} onClose={onClose} destroyOnHidden>
      <QueryResult query={rule} isEmpty={() => false} empty={never}>
        {(known) => (
          <div className="stack task-patrol-drawer">
            <Facts rule={known} />
            {known.state !== 'ended' && <Acts key={known.revision} rule={known} onEdit={() => onEdit(known)} />}
            <Occurrences id={id} />
          </div>
        )}
      </QueryResult>
    </Drawer>
  );
}

function Facts({ rule }: { readonly rule: ListedPatrolRule }) {
  const { patrols: messages, columns } = useTaskPageMessages();
  const { fields, counts, patrol } = useTasksMessages();
  const { content, state, next, endReason } = rule;
  const { order, route, exceptDays } = content;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [messages.when, repeatText(content, messages)],
    [messages.daysFromTo, messages.fromTo(content.beginDay, content.endDay)],
    ...(exceptDays.length === 0 ? [] : [[messages.exceptDays, exceptDays.join(marks().list)] as const]),
    [messages.nextThree, next.length === 0 ? '—' : next.map((at) => formatTime(at).slice(0, 16)).join(marks().list)],
    [columns.grid, rule.gridName],
    [columns.location, content.address],
    [fields.coordinates, <Coordinates key="coordinates" position={content.position} />],
    [messages.route, route === null ? messages.noRoute : messages.routeOf(route.kind, route.points.length)],
    [columns.members, content.members.map(({ fullName }) => fullName).join(marks().list)],
    [
      messages.counts,
      [counts.people(order.peopleCount), counts.vehicles(order.vehicleCount), counts.equipment(order.equipmentCount)].join(marks().list),
    ],
    ...(order.reserve === null ? [] : [[fields.reserve, order.reserve] as const]),
    ...(order.checklist === null
      ? []
      : [
          [
            patrol.checklist,
            <span key="checklist" className="task-lines">
              {order.checklist}
            </span>,
          ] as const,
        ]),
    [fields.operator, rule.writtenBy],
    [messages.changed, `${rule.changedBy} ${formatTime(rule.changedAt)}`],
    ...(state === 'ended' ? [[messages.endReason, endReason ?? messages.daysOver] as const] : []),
  ];
  return (
    <>
      <p className="line">
        <StateTag state={state} />
        <PriorityTag priority={order.priority} />
      </p>
      <p className="task-text task-order">{order.content}</p>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Actions: pause, resume, change, end with a reason. */
function Acts({ rule: { id, revision, state }, onEdit }: { readonly rule: ListedPatrolRule; readonly onEdit: () => void }) {
  const { patrols: messages, forms } = useTaskPageMessages();
  const client = useClient();
  const [ending, setEnding] = useState(false);
  const sending = useSend({ refetch: [PATROLS], failure: forms.failed, rests: true });
  const change = (to: PatrolState, reason: string | null) =>
    sending.send(() => client.task.changePatrolState({ body: { id, revision, state: to, reason }, silent: true }), messages.stateDone[to]);
  const { isResting: isDisabled, failed } = sending;
  return (
    <>
      <Space size={8} wrap>
        <Button type="primary" onClick={onEdit}>
          {messages.change}
        </Button>
        {state === 'running' ? (
          <Button disabled={isDisabled} onClick={() => void change('paused', null)}>
            {messages.pause}
          </Button>
        ) : (
          <Button disabled={isDisabled} onClick={() => void change('running', null)}>
            {messages.resume}
          </Button>
        )}
        {!ending && (
          <Button danger onClick={() => setEnding(true)}>
            {messages.end}
          </Button>
        )}
      </Space>
      {ending && (
        <ReasonForm
          sending={sending}
          ask={messages.endAsk}
          label={messages.endReason}
          missing={messages.needReason}
          most={200}
          submit={messages.endYes}
          look={{ type: 'primary', danger: true }}
          onSubmit={(reason) => change('ended', reason)}
          onCancel={() => setEnding(false)}
        />
      )}
      {!ending && failed && <Alert type="error" showIcon role="alert" title={failed} />}
    </>
  );
}

const ON_A_PAGE = 10;

function Occurrences({ id }: { readonly id: string }) {
  const { patrols: messages } = useTaskPageMessages();
  const client = useClient();
  const [pageNo, setPageNo] = useState(1);
  const page = useCall([PATROLS, 'occurrences', id, pageNo], client.task.patrolOccurrences, { body: { id, pageNo, pageSize: ON_A_PAGE } });
  return (
    <section aria-label={messages.occurrences}>
      <h3>{messages.occurrences}</h3>
      <QueryResult query={page} isEmpty={({ total }) => total === 0} empty={messages.noOccurrences}>
        {({ list, total }) => (
          <>
            <ul className="task-occurrences">
              {list.map(({ day, plannedAt, outcome, taskId, skipped }) => (
                <li key={day}>
                  <span className="tabular">{formatTime(plannedAt).slice(0, 16)}</span>
                  <span className="tag" data-outcome={outcome}>
                    {messages.outcomes[outcome]}
                  </span>
                  {taskId !== null && (
                    <Link className="link-button" to={`/manage/task?task=${taskId}`}>
                      {messages.toTask}
                    </Link>
                  )}
                  {skipped.length > 0 && <p className="second">{messages.skipped(skipped.join(marks().list))}</p>}
                </li>
              ))}
            </ul>
            {total > ON_A_PAGE && (
              <Pagination size="small" current={pageNo} pageSize={ON_A_PAGE} total={total} showSizeChanger={false} onChange={setPageNo} />
            )}
          </>
        )}
      </QueryResult>
    </section>
  );
}

export function StateTag({ state }: { readonly state: PatrolState }) {
  const { patrols: messages } = useTaskPageMessages();
  return (
    <span className="tag" data-patrol={state}>
      {messages.states[state]}
    </span>
  );
}
