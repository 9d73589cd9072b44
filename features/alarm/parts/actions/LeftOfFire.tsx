// What is unfinished at a fire that is about to be closed: people on the way, open tasks, reports not sent, and joined alarms that are not
// judged.

import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { NamedDueReport } from '../../../reporting/due-report.ts';
import { reportReasonText } from '../../../reporting/reporting-message.wire.ts';
import { useTasksMessages } from '../../../task/parts/messages.ts';
import type { NamedTask } from '../../../task/task.ts';
import { type NamedAlarm, verdictOf } from '../../alarm.ts';
import { useActionMessages } from './messages.ts';

export interface LeftOfFire {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly tasks: readonly NamedTask[];
  readonly unsent: readonly NamedDueReport[];
  /** Alarms of the fire that nobody has judged. */
  readonly unjudged: number;
}

/** More than the reports a fire owes at one time. */
const MOST_REPORTS = 50;

/** Covers the whole fire that the alarm belongs to, as far as this desk can see it. */
export function useLeftOf({ id }: NamedAlarm): LeftOfFire {
  const client = useClient();
  const query = useQuery({
    queryKey: ['left-of-fire', id],
    // Not cached: tasks advance while the dialog is closed.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const quietly = { silent: true, signal } as const;
      const [tasks, { list: reports }, fire] = await Promise.all([
        client.task.taskOpen({ query: { fireId: id, withDrills: 1 }, ...quietly }),
        client.reporting.dueReportPage({ body: { alarmId: id, state: 'open', pageSize: MOST_REPORTS }, ...quietly }),
        client.incident.incident({ query: { id }, ...quietly }),
      ]);
      return {
        tasks,
        unsent: reports.filter(({ sent, lapsed }) => sent === null && lapsed === null),
        unjudged: fire?.alarms.filter((alarm) => verdictOf(alarm.response) === 'unjudged').length ?? 0,
      };
    },
  });
  return { isPending: query.isPending, isError: query.isError, ...(query.data ?? NOTHING) };
}

const NOTHING = { tasks: [], unsent: [], unjudged: 0 } as const;

export function LeftOfFire({ left: { isPending, isError, tasks, unsent, unjudged } }: { readonly left: LeftOfFire }) {
  const { close: messages } = useActionMessages();
  const { states } = useTasksMessages();
  const language = useLanguage();
  if (isPending) return null;
  if (isError) return <Alert className="action-failure" type="warning" showIcon role="alert" title={messages.leftFailed} />;
  if (tasks.length + unsent.length + unjudged === 0) return <p className="second">{messages.nothingLeft}</p>;
  const onTheWay = tasks.flatMap(({ members }) => members.filter(({ state }) => state === 'on-the-way'));
  return (
    <section className="note stack left-of-fire" data-tone="bad" aria-label={messages.left}>
      {onTheWay.length > 0 && <p>{messages.onTheWay(onTheWay.map(({ fullName }) => fullName).join(marks().list))}</p>}
      {tasks.length > 0 && (
        <>
          <p>{messages.openTasks(tasks.length)}</p>
          <ul>
            {tasks.map(({ id, content, members }) => (
              <li key={id} className="second">
                {content} {members.map(({ fullName, state }) => `${fullName}${marks().brackets(states[state])}`).join(marks().list)}
              </li>
            ))}
          </ul>
        </>
      )}
      {unsent.length > 0 && (
        <>
          <p>{messages.unsent(unsent.length)}</p>
          <ul>
            {unsent.map(({ id, reason, dueAt }) => (
              <li key={id} className="second tabular">
                {[reportReasonText(reason, language), messages.dueBy(dayAndMinute(dueAt))].join(marks().comma)}
              </li>
            ))}
          </ul>
        </>
      )}
      {unjudged > 0 && <p>{messages.unjudged(unjudged)}</p>}
    </section>
  );
}
