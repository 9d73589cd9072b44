// Each ranger of a task: how far he has come, and what he said on the way.
import { formatTime } from '@lookout/contract';
import { type MemberStory, TASK_STATES, type TaskStep } from '@lookout/domain';
import { type MapPlace, ShowPlace } from '../../shared/ShowPlace.tsx';
import { useTasksMessages } from './messages.ts';
import { TaskPhotos } from './TaskPhotos.tsx';
import { StateTag } from './TaskTags.tsx';
import { hasReached } from './task-facts.ts';

interface Props {
  readonly stories: readonly MemberStory[];
  readonly onShowPlace?: ((place: MapPlace) => void) | undefined;
}

export function MemberStories({ stories, onShowPlace }: Props) {
  return (
    <ul className="task-stories">
      {stories.map((member) => (
        <li key={member.userId}>
          <p className="task-line line">
            <strong>{member.fullName}</strong>
            <span className="hint">{member.gridName}</span>
            <span className="gap" />
            <StateTag state={member.state} />
          </p>
          <Progress member={member} />
          <Steps steps={member.steps.filter(({ state }) => state !== 'sent')} onShowPlace={onShowPlace} />
        </li>
      ))}
    </ul>
  );
}

/** Six steps in a row; those behind him are filled. */
function Progress({ member }: { readonly member: MemberStory }) {
  const messages = useTasksMessages();
  return (
    <ol className="task-progress steps-reached">
      {TASK_STATES.map((state) => (
        <li key={state} data-reached={hasReached(member, state)} aria-current={member.state === state ? 'step' : undefined}>
          {messages.states[state]}
        </li>
      ))}
    </ol>
  );
}

function Steps({ steps, onShowPlace }: { readonly steps: readonly TaskStep[]; readonly onShowPlace: Props['onShowPlace'] }) {
  const messages = useTasksMessages();
  if (steps.length === 0) return <p className="hint">{messages.noSteps}</p>;
  return (
    <ol className="task-steps">
      {steps.map((step) => (
        <li key={step.id}>
          <p className="task-line line">
            <span className="tabular hint">{formatTime(step.at)}</span>
            <span>{messages.states[step.state]}</span>
            <span className="gap" />
            {step.position && <ShowPlace place={step.position} onShowPlace={onShowPlace} />}
          </p>
          {step.text && <p className="task-said">{step.text}</p>}
          <TaskPhotos ids={step.photos} title={messages.stepPhotos} />
        </li>
      ))}
    </ol>
  );
}
