// One version of a plan: its content with the attached files, its versions, and the officer's actions.

import { covers, type Named } from '@lookout/domain';
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight, useSession } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Popconfirm, Space } from 'antd';
import { useState } from 'react';
import { usePlanMessages } from '../parts/messages.ts';
import { isPlanOpen, mayReviewPlan, type Plan } from '../plan.ts';
import { usePlanPageMessages } from './messages.ts';
import { PlanContentView } from './PlanContentView.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import './plan.css';

interface Props {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function PlanDrawer({ id, onOpen, onClose }: Props) {
  const messages = usePlanPageMessages();
  const client = useClient();
  const plan = useCall(['plans', 'one', id], client.plan.planOne, { params: { id } });
  return (
    <Drawer open size={960} title={plan.data?.content.title ?? messages.title} onClose={onClose} destroyOnHidden>
      <QueryResult query={plan} isEmpty={() => false} empty={{ title: '', hint: '' }}>
        {(known) => (
          <>
            <Facts plan={known} />
            <Actions key={`${known.id} ${known.revision} ${known.state}`} plan={known} onOpen={onOpen} onClose={onClose} />
            <PlanContentView content={known.content} />
            <Versions plan={known} onOpen={onOpen} />
          </>
        )}
      </QueryResult>
    </Drawer>
  );
}

function Facts({ plan }: { readonly plan: Named<Plan> }) {
  const messages = usePlanPageMessages();
  const { states } = usePlanMessages();
  const { gridName, version, state, changedBy, changedAt, submittedBy, submittedAt, reviewedBy, reviewedAt, reviewNote } = plan;
  return (
    <p className="second plan-facts">
      <span className="tag" data-plan={state}>
        {states[state]}
      </span>
      <span>{gridName}</span>
      <span>{messages.version(version)}</span>
      <span className="tabular">{messages.created(changedBy, dayAndMinute(changedAt))}</span>
      {submittedBy !== null && submittedAt !== null && (
        <span className="tabular">{messages.submittedBy(submittedBy, dayAndMinute(submittedAt))}</span>
      )}
      {reviewedBy !== null && reviewedAt !== null && (
        <span className="tabular">
          {messages.columns.reviewed}
          {marks().colon}
          {messages.reviewed(reviewedBy, dayAndMinute(reviewedAt))} {reviewNote}
        </span>
      )}
    </p>
  );
}

function Actions({ plan, onOpen, onClose }: Omit<Props, 'id'> & { readonly plan: Named<Plan> }) {
  const messages = usePlanPageMessages();
  const client = useClient();
  const own = useOwnGrid();
  const accountId = useSession().info?.userDTO.id ?? '';
  const mayWrite = useRight('dispatch') && own !== null && covers(own, plan.gridNo);
  const [editing, setEditing] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const sending = useSend({ refetch: ['plans'] });
  const { isBusy, failed, send } = sending;
  if (!mayWrite || plan.state === 'superseded') return null;
  const { id, revision } = plan;
  const mayReview = mayReviewPlan(plan, accountId);

  const review = (state: 'approved' | 'refused', note: string | null) =>
    send(
      () => client.plan.reviewPlan({ body: { id, state, note }, silent: true }),
      state === 'approved' ? messages.approvedDone : messages.refusedDone,
    );
  return (
    <div className="stack plan-actions">
      <Space size={8} wrap>
        {isPlanOpen(plan) && (
          <>
            <Button type="primary" disabled={isBusy} onClick={() => setEditing(true)}>
              {messages.edit}
            </Button>
            <Button
              disabled={isBusy || plan.state === 'refused'}
              onClick={() => void send(() => client.plan.submitPlan({ body: { id, revision }, silent: true }), messages.submitted)}
            >
              {messages.submit}
            </Button>
            <Popconfirm
              title={messages.discardAsk}
              okText={messages.discard}
              cancelText={messages.cancel}
              onConfirm={() =>
                send(async () => {
                  await client.plan.discardPlan({ params: { id }, silent: true });
                  onClose();
                }, messages.discarded)
              }
            >
              <Button danger disabled={isBusy}>
                {messages.discard}
              </Button>
            </Popconfirm>
          </>
        )}
        {plan.state === 'approved' && (
          <Button
            disabled={isBusy}
            onClick={() =>
              void send(async () => {
                const next = await client.plan.newPlanVersion({ body: { id }, silent: true });
                onOpen(next.id);
              })
            }
          >
            {messages.newVersion}
          </Button>
        )}
        {mayReview.ok && (
          <>
            <Button type="primary" disabled={isBusy} onClick={() => void review('approved', null)}>
              {messages.approve}
            </Button>
            <Button danger disabled={isBusy} onClick={() => setRefusing(true)}>
              {messages.refuse}
            </Button>
          </>
        )}
      </Space>
      {!mayReview.ok && mayReview.error === 'own-plan' && <p className="hint">{messages.secondPerson}</p>}
      {refusing && (
        <ReasonForm
          sending={sending}
          label={messages.reason}
          missing={messages.reasonNeeded}
          most={200}
          submit={messages.refuse}
          look={{ danger: true }}
          onSubmit={(note) => review('refused', note)}
          onCancel={() => setRefusing(false)}
        />
      )}
      {!refusing && failed && <Alert type="error" showIcon role="alert" title={failed} />}
      {editing && <PlanEditor plan={plan} onClose={() => setEditing(false)} onSaved={() => undefined} />}
    </div>
  );
}

function Versions({ plan, onOpen }: { readonly plan: Named<Plan>; readonly onOpen: (id: string) => void }) {
  const messages = usePlanPageMessages();
  const { states } = usePlanMessages();
  const client = useClient();
  const { planId } = plan;
  const versions = useQuery({
    queryKey: ['plans', 'versions', planId],
    queryFn: async ({ signal }) => (await client.plan.planPage({ body: { planId, pageSize: 100 }, silent: true, signal })).list,
  });
  return (
    <section className="plan-part">
      <h3>{messages.versions}</h3>
      <QueryResult query={versions} isEmpty={() => false} empty={{ title: '', hint: '' }}>
        {(list) => (
          <ul className="plan-list">
            {list.map(({ id, version, state, changedBy, changedAt }) => (
              <li key={id}>
                <Button type="link" size="small" disabled={id === plan.id} onClick={() => onOpen(id)}>
                  {messages.version(version)}
                </Button>
                <span className="tag" data-plan={state}>
                  {states[state]}
                </span>{' '}
                <span className="second tabular">{messages.created(changedBy, dayAndMinute(changedAt))}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
    </section>
  );
}
