// One task on the phone: location, order and deadline, with one large button for the next step.

import { fileUrl, formatTime } from '@lookout/contract';
import { characterCount } from '@lookout/domain';
import type { Ask } from '@lookout/web/patrol/AskDialog.tsx';
import { WayTo } from '@lookout/web/patrol/map/WayTo.tsx';
import type { Notice } from '@lookout/web/patrol/notice.ts';
import { PhotoField } from '@lookout/web/patrol/PhotoField.tsx';
import type { Here } from '@lookout/web/patrol/position/PositionLine.tsx';
import type { Entry } from '@lookout/web/patrol/upload-queue.ts';
import { useDraft } from '@lookout/web/patrol/use-draft.ts';
import type { PatrolDevice } from '@lookout/web/patrol/use-patrol-device.ts';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { useFieldMessages } from '@lookout/web/shared/fields/messages.ts';
import { newKey } from '@lookout/web/shared/new-key.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText, dmsText } from '@lookout/web/shared/text/position-text.ts';
import { ReadyTexts } from '@lookout/web/shared/text/ReadyTexts.tsx';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { type FormEvent, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { JourneyLine } from '../../travel/parts/JourneyLine.tsx';
import { useTravelMessages } from '../../travel/parts/messages.ts';
import { PatrolMark } from '../parts/PatrolMark.tsx';
import { hasReached } from '../parts/task-facts.ts';
import { type NamedTask, TASK_STATES, type TaskProgress, type TaskState } from '../task.ts';
import { isExpected } from '../task-journey.ts';
import { useOwnTasksMessages } from './messages.ts';
import { emptyStepDraft, hasContent, isOpenFor, MOST_TEXT, nextStep, type Step, type StepDraft, wayTo } from './own-tasks.ts';
import { TaskMarks } from './TaskList.tsx';
import { type OwnJourney, useOwnJourney } from './use-own-journey.ts';

interface Props {
  readonly device: PatrolDevice;
  readonly task: NamedTask;
  readonly state: TaskState;
  readonly here: Here | null;
  readonly ask: Ask;
  readonly notify: (notice: Notice) => void;
  readonly onBack: () => void;
  /** Called when a step was delivered, to poll the tasks. */
  readonly onDelivered: () => void;
}

type StepContent = Pick<Step, 'text' | 'photos'>;
const NO_CONTENT: StepContent = { text: '', photos: [] };

export function TaskView({ device, task, state, here, ask, notify, onBack, onDelivered }: Props) {
  const messages = useOwnTasksMessages();
  const { entries, sending } = useSyncExternalStore(device.steps.subscribe, device.steps.get);
  const ownSteps = entries.filter(({ taskId }) => taskId === task.id);
  const next = isOpenFor(task, state) ? nextStep(state) : null;

  /** @returns whether the step was sent or queued, so that the form can be cleared */
  const submit = async (progress: TaskProgress, { text, photos }: StepContent = NO_CONTENT): Promise<boolean> => {
    const step: Step = {
      key: newKey(),
      owner: device.owner,
      taskId: task.id,
      state: progress,
      writtenAt: Date.now(),
      text: text.trim(),
      photos,
      position: here && { lng: here.lng, lat: here.lat },
    };
    const result = await device.steps.submit(step);
    if (result.kind === 'sent') onDelivered();
    if (result.kind === 'refused') {
      notify({
        text: messages.refused(result.fields.map(({ message }) => message).join(marks().semicolon) || result.message),
        tone: 'bad',
      });
      onDelivered();
    } else if (result.kind === 'not-kept') notify({ text: messages.notKept, tone: 'bad' });
    else notify({ text: result.kind === 'sent' ? messages.delivered : messages.queued, tone: 'good' });
    return result.kind === 'sent' || result.kind === 'waiting';
  };
  const finish = () =>
    ask({ text: messages.doneAsk, yes: messages.doneYes, no: messages.shared.cancelNo, onYes: () => void submit('done') });
  const route = here && wayTo(here, task.position);
  const journey = useOwnJourney(task.id, device.owner, task.patrol === undefined && task.cancelledAt === null && isExpected(state));

  return (
    <article className="patrol-view" aria-label={messages.shared.detail}>
      <button type="button" className="plain-button patrol-back" onClick={onBack}>
        <Arrow degrees={270} /> {messages.back}
      </button>
      <div className="patrol-card">
        <TaskMarks task={task} state={state} />
        <p className="patrol-order">{task.content}</p>
        <PatrolMark task={task} />
        <ProgressBar state={state} />
        {task.cancelledAt !== null && (
          <div className="note patrol-warning" role="alert">
            <strong>{messages.cancelTitle}</strong>
            <p>{messages.cancelHint(formatTime(task.cancelledAt), task.cancelReason ?? '')}</p>
          </div>
        )}
        {task.cancelledAt === null && state === 'done' && <p className="patrol-done">{messages.doneTitle}</p>}
        <dl className="patrol-facts">
          <Fact label={messages.location}>
            <p>{task.address}</p>
            <p className="tabular">{decimalText(task.position)}</p>
            <p className="tabular patrol-second">
              {dmsText(task.position)}
              {marks().brackets('WGS84')}
            </p>
            {route ? (
              <p className="patrol-way tabular">
                <Arrow degrees={route.degrees} /> {messages.way(route.metres, route.point, Math.round(route.degrees) % 360)}
              </p>
            ) : (
              <p className="patrol-second">{messages.wayUnknown}</p>
            )}
            <OwnJourneyLine found={journey} />
          </Fact>
          <Fact label={messages.window}>
            <p className="tabular">{messages.shared.window(dayAndMinute(task.startsAt), dayAndMinute(task.endsAt))}</p>
          </Fact>
          <Fact label={messages.operator}>
            <p>{task.operatorName}</p>
          </Fact>
          {task.peopleCount + task.vehicleCount + task.equipmentCount > 0 && (
            <Fact label={messages.resources}>
              <p>{messages.resourcesOf(task.peopleCount, task.vehicleCount, task.equipmentCount)}</p>
            </Fact>
          )}
          {task.reserve && (
            <Fact label={messages.reserve}>
              <p>{task.reserve}</p>
            </Fact>
          )}
          {task.photos.length > 0 && (
            <Fact label={messages.photos}>
              <div className="patrol-photos">
                {task.photos.map((id, index) => (
                  <figure key={id}>
                    <AuthedImage src={fileUrl(id)} alt={messages.photo(index + 1)} />
                  </figure>
                ))}
              </div>
            </Fact>
          )}
        </dl>
      </div>
      {isOpenFor(task, state) && <WayTo here={here} place={{ ...task.position, name: task.address }} />}
      {next !== null && next !== 'reported' && next !== 'done' && (
        <div className="patrol-next">
          <button type="button" className="plain-button plain-primary patrol-send" onClick={() => void submit(next)}>
            {messages.steps[next]}
          </button>
        </div>
      )}
      {(next === 'reported' || next === 'done') && (
        <ReportStep
          key={task.id}
          device={device}
          ask={ask}
          notify={notify}
          taskId={task.id}
          again={next === 'done'}
          onSend={(ownSteps) => submit('reported', ownSteps)}
        />
      )}
      {next === 'done' && (
        <div className="patrol-next">
          <button type="button" className="plain-button plain-primary patrol-send" onClick={finish}>
            {messages.steps.done}
          </button>
        </div>
      )}
      <SubmittedSteps entries={ownSteps} sending={sending} onDiscard={(entry) => void device.steps.discard(entry.key)} />
    </article>
  );
}

/** The ranger's journey as the officers see it, so that the ranger notices when they have lost the position. */
function OwnJourneyLine({ found }: { readonly found: OwnJourney }) {
  const { journey: messages } = useTravelMessages();
  switch (found.kind) {
    case 'off':
      return null;
    case 'waiting':
      return <p className="patrol-second">{messages.waiting}</p>;
    case 'offline':
      return <p className="patrol-second">{messages.offline}</p>;
    case 'failed':
      return <p className="patrol-second">{messages.failed}</p>;
    case 'known':
      return (
        <>
          <p>
            <JourneyLine journey={found.journey} />
          </p>
          {found.isOld && <p className="patrol-second">{messages.stale}</p>}
        </>
      );
  }
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Points up for north. */
const Arrow = ({ degrees }: { readonly degrees: number }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    aria-hidden="true"
    style={{ transform: `rotate(${degrees}deg)` }}
  >
    <path d="M12 21V4M5 11l7-7 7 7" />
  </svg>
);

/** Six steps in a row. The reached ones are filled. */
function ProgressBar({ state }: { readonly state: TaskState }) {
  const messages = useOwnTasksMessages();
  return (
    <ol className="steps-reached" aria-label={messages.progress}>
      {TASK_STATES.map((step) => (
        <li key={step} data-reached={hasReached({ state }, step)} aria-current={step === state ? 'step' : undefined}>
          {messages.shared.states[step]}
        </li>
      ))}
    </ol>
  );
}

// 现场回报: text and photos from the scene, stored as a draft while typing.
interface ReportStepProps {
  readonly device: PatrolDevice;
  readonly taskId: string;
  /** Whether this ranger has reported before. */
  readonly again: boolean;
  readonly ask: Ask;
  readonly notify: (notice: Notice) => void;
  /** @returns whether it was sent or queued */
  readonly onSend: (draft: StepDraft) => Promise<boolean>;
}

function ReportStep(props: ReportStepProps) {
  const { device, taskId } = props;
  const [stored, setDraft] = useState<StepDraft | null>(null);
  useEffect(() => {
    let left = false;
    const empty = emptyStepDraft(device.owner, taskId);
    device.store.stepDraft(device.owner, taskId).then(
      (draft) => !left && setDraft(draft ?? empty),
      // If the stored draft is unreadable, the form starts empty.
      () => !left && setDraft(empty),
    );
    return () => {
      left = true;
    };
  }, [device, taskId]);
  return stored === null ? null : <LoadedReportStep {...props} draft={stored} />;
}

function LoadedReportStep({ device, taskId, again, ask, notify, onSend, draft: initial }: ReportStepProps & { readonly draft: StepDraft }) {
  const messages = useOwnTasksMessages();
  const fields = useFieldMessages();
  const { draft, change } = useDraft(device.store.keepStepDraft, initial);
  const [fault, setFault] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const id = useId();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!hasContent(draft)) return setFault(messages.noContent);
    const length = characterCount(draft.text.trim());
    if (length > MOST_TEXT) return setFault(fields.tooLong(MOST_TEXT, length));
    setFault(null);
    setSending(true);
    try {
      if (await onSend(draft)) change(() => emptyStepDraft(device.owner, taskId));
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="patrol-card" aria-label={messages.reportTitle} noValidate onSubmit={(event) => void send(event)}>
      <div className="patrol-field plain-field">
        <label htmlFor={id}>{messages.reportTitle}</label>
        <ReadyTexts
          kind="task-report"
          label={messages.readyTexts}
          disabled={sending}
          onAdd={(how) => {
            setFault(null);
            change((before) => ({ ...before, text: how(before.text) }));
          }}
        />
        <textarea
          id={id}
          rows={3}
          value={draft.text}
          disabled={sending}
          placeholder={messages.reportPlaceholder}
          aria-invalid={fault !== null}
          aria-describedby={`${id}f`}
          onChange={(event) => {
            const text = event.target.value;
            setFault(null);
            change((before) => ({ ...before, text }));
          }}
        />
        <p id={`${id}f`} className="patrol-fault" role="alert">
          {fault}
        </p>
      </div>
      <PhotoField
        photos={draft.photos}
        fault={undefined}
        disabled={sending}
        ask={ask}
        notify={notify}
        onAdd={(added) => {
          setFault(null);
          change((before) => ({ ...before, photos: [...before.photos, ...added] }));
        }}
        onRemove={(key) => change((before) => ({ ...before, photos: before.photos.filter((photo) => photo.key !== key) }))}
      />
      <button
        type="submit"
        className={again ? 'plain-button patrol-wide' : 'plain-button plain-primary patrol-send patrol-wide'}
        disabled={sending}
      >
        {sending ? messages.sending : again ? messages.reportAgain : messages.steps.reported}
      </button>
    </form>
  );
}

interface SubmittedStepsProps {
  readonly entries: readonly Entry<Step>[];
  readonly sending: ReadonlySet<string>;
  readonly onDiscard: (entry: Entry<Step>) => void;
}

/** The steps submitted on this phone for a task, newest first, with their delivery state. */
function SubmittedSteps({ entries, sending, onDiscard }: SubmittedStepsProps) {
  const messages = useOwnTasksMessages();
  if (entries.length === 0) return null;
  const stateOf = ({ key, stage }: Entry<Step>): string => {
    if (sending.has(key)) return messages.sending;
    if (stage.kind === 'sent') return messages.sent(formatTime(new Date(stage.at)).slice(5));
    if (stage.kind === 'refused')
      return messages.refused(stage.fields.map(({ message }) => message).join(marks().semicolon) || stage.message);
    return messages.waiting;
  };
  return (
    <section className="patrol-card" aria-label={messages.ownReports}>
      <h2>{messages.ownReports}</h2>
      <ul className="patrol-list">
        {entries.map((entry) => (
          <li key={entry.key}>
            <p>
              {messages.shared.states[entry.state]}
              {entry.text !== '' && `${marks().colon}${entry.text}`}
            </p>
            <p className="patrol-stage tabular line" data-stage={sending.has(entry.key) ? 'sending' : entry.stage.kind} role="status">
              {stateOf(entry)}
            </p>
            {entry.stage.kind === 'refused' && (
              <div className="patrol-actions">
                <button type="button" className="plain-button" onClick={() => onDiscard(entry)}>
                  {messages.discard}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
