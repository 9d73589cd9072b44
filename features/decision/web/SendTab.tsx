// 首派: whom to send first, and why. The officer deselects and adds people, and dispatches them with one confirmed click.
import { formatTime } from '@lookout/contract';
import { wayText } from '@lookout/web/globe/distance-text.ts';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useNow, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Alert, App, Button, Checkbox, Radio, Select } from 'antd';
import { useState } from 'react';
import { verdictOf } from '../../alarm/alarm.ts';
import { availableActions } from '../../alarm/alarm-actions.ts';
import { ConfirmInPlace } from '../../alarm/parts/actions/ActionRow.tsx';
import { useOfficer } from '../../alarm/parts/actions/use-pending-requests.ts';
import type { ListedRanger } from '../../ranger/ranger.ts';
import { isOnlineAt } from '../../resource/parts/markers.ts';
import { ApproachNote, useAssemblyOrder } from '../../task/parts/dispatch/ApproachNote.tsx';
import { useTasksMessages } from '../../task/parts/messages.ts';
import { FireTasks } from '../../task/parts/TaskLists.tsx';
import { PRIORITIES, type Priority } from '../../task/priority.ts';
import { ArrivalList } from '../../travel/parts/ArrivalList.tsx';
import { type Arrival, arrivalsById, byArrival } from '../../travel/parts/arrivals.ts';
import { useTravelMessages } from '../../travel/parts/messages.ts';
import { TravelNote, type TravelOrder, TravelOrderSwitch } from '../../travel/parts/TravelNote.tsx';
import { useArrivalText } from '../../travel/parts/use-arrival-text.ts';
import { PEOPLE, TEAMS, useMayEstimate, useNearest } from '../../travel/parts/use-nearest.ts';
import { pointing, usePointer } from '../parts/surroundings-part.ts';
import { type SendingLine, sendingTopics } from '../sending.ts';
import { lineText } from './line-text.ts';
import { type DecisionMessages, useDecisionMessages } from './messages.ts';
import { soonestOf } from './soonest.ts';
import type { Briefed } from './use-briefing.ts';
import { type SendingFailure, useFirstSending } from './use-first-sending.ts';

const MOST_CONTENT = 500;
const TEAMS_SHOWN = 3;

export function SendTab(briefed: Briefed) {
  const { briefing, alarm } = briefed;
  const messages = useDecisionMessages();
  const officer = useOfficer();
  const globe = useGlobeState();
  const mayDispatch = useRight('dispatch');
  const seesTasks = useRight('watch-alarms');
  const canDispatch = mayDispatch && availableActions(alarm, officer).includes('dispatch');
  const { lines, wantedCount } = briefing.suggestion;
  return (
    <>
      <ApproachNote approach={briefing.approach} />
      <p className="line">
        <strong>{messages.wanted(wantedCount)}</strong>
        <span className="tag row-tag" title={messages.toVerifyHint}>
          {messages.toVerify}
        </span>
      </p>
      <p className="hint">{messages.toVerifyHint}</p>
      {sendingTopics(briefing.approach).map((topic) => {
        const ofTopic = lines.filter((line) => line.topic === topic);
        return ofTopic.length === 0 ? null : <Reasons key={topic} title={messages.topics[topic]} lines={ofTopic} />;
      })}
      <FirstTeams alarm={alarm} />
      {!mayDispatch && <p className="note">{messages.mayNotSend}</p>}
      {mayDispatch && !canDispatch && <p className="note">{messages.cannotSend}</p>}
      {canDispatch && <SendForm {...briefed} />}
      {seesTasks && (
        <FireTasks
          fireId={alarm.id}
          onShowOnMap={({ lng, lat }) => {
            if (globe.kind === 'ready') void globe.globe.flyTo({ lng, lat, rangeMetres: globe.map.POPUP_FLY_IN_RANGE_METRES });
          }}
        />
      )}
    </>
  );
}

/** Teams and helicopters are called by phone; this lists whom to call first. */
function FirstTeams({ alarm }: Pick<Briefed, 'alarm'>) {
  const messages = useTravelMessages();
  const nearest = useNearest({ position: alarm.position, kinds: TEAMS });
  return (
    <>
      {/* Without arrival times, the reasons above name the nearest ones. */}
      <TravelNote nearest={nearest} />
      {nearest.kind === 'known' && (
        <ArrivalList title={messages.firstTeams} goal={alarm.position} rows={nearest.rows} shownAtFirst={TEAMS_SHOWN} />
      )}
    </>
  );
}

function Reasons({ title, lines }: { readonly title: string; readonly lines: readonly SendingLine[] }) {
  const messages = useDecisionMessages();
  const { units } = useGlobeMessages().near;
  return (
    <section className="decision-section" aria-label={title}>
      <h3>{title}</h3>
      <ul className="decision-reasons">
        {lines.map((line) => {
          const text = lineText(line, messages, units);
          return (
            <li key={text} data-topic={line.topic}>
              {text}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function SendForm({ briefing, alarm }: Briefed) {
  const messages = useDecisionMessages();
  const { priorities } = useTasksMessages();
  const { message } = App.useApp();
  const { suggestion, rangers } = briefing;
  const [added, setAdded] = useState<readonly string[]>([]);
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const orderOf = useAssemblyOrder();
  const [content, setContent] = useState(() =>
    (orderOf(briefing.approach) ?? messages.contentOf(alarm.formattedAddress)).slice(0, MOST_CONTENT),
  );
  const [priority, setPriority] = useState<Priority>(verdictOf(alarm.response) === 'real' ? 1 : 2);
  /** The people in the confirmation are fixed, because arrival times received meanwhile may change the suggestion. */
  const [dispatching, setDispatching] = useState<{ readonly kind: 'first' | 'more'; readonly people: readonly ListedRanger[] } | null>(
    null,
  );
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, forget, send } = useFirstSending();
  const mayEstimate = useMayEstimate();
  const [order, setOrder] = useState<TravelOrder>('time');
  const nearest = useNearest({ position: alarm.position, kinds: PEOPLE, isWanted: order === 'time' });
  /** Empty until the times are known: the lists remain sorted by distance. */
  const arrivals = arrivalsById(nearest.kind === 'known' ? nearest.rows : []);
  const ordered = (people: readonly ListedRanger[]) => byArrival(people, ({ userId }) => userId, arrivals);
  const now = useNow();
  const all = new Map([...suggestion.rangers, ...rangers].map((ranger) => [ranger.userId, ranger]));
  const ready = rangers.filter((ranger) => ranger.taskIds.length === 0 && isOnlineAt(ranger, now));
  const { people, missing } = soonestOf(suggestion.rangers, ready, arrivals);
  const first = people.map(({ userId }) => userId);
  const listed = ordered([...new Set([...first, ...added])].flatMap((id) => all.get(id) ?? []));
  const chosen = listed.filter(({ userId }) => !off.has(userId));
  const others = ordered([...all.values()].filter(({ userId }) => !listed.some((one) => one.userId === userId)));

  const toggle = (userId: string, isOn: boolean) => {
    const next = new Set(off);
    if (isOn) next.delete(userId);
    else next.add(userId);
    setOff(next);
    setDispatching(null);
  };
  const ask = (kind: 'first' | 'more') => {
    setChecked(true);
    if (chosen.length > 0 && content.trim() !== '') setDispatching({ kind, people: chosen });
  };
  const confirm = async ({ kind, people: sent }: NonNullable<typeof dispatching>) => {
    const memberIds = sent.map(({ userId }) => userId);
    const done = await send({ alarm, memberIds, content, priority, isAdditional: kind === 'more' });
    setDispatching(null);
    if (!done) return;
    void message.success(messages.done);
    setAdded([]);
    setOff(new Set());
    setChecked(false);
  };
  return (
    <section className="decision-section decision-send stack" aria-label={messages.sendTitle}>
      <h3>{messages.sendTitle}</h3>
      {mayEstimate && <TravelOrderSwitch value={order} onChange={setOrder} />}
      <TravelNote nearest={nearest} />
      {missing > 0 && <p className="note">{messages.cannotCome(missing)}</p>}
      {listed.length === 0 && missing === 0 && <p className="second">{messages.noPeople}</p>}
      <ul>
        {listed.map((ranger) => (
          <Person
            key={ranger.userId}
            ranger={ranger}
            arrival={arrivals.get(ranger.userId)}
            isSuggested={first.includes(ranger.userId)}
            isChosen={!off.has(ranger.userId)}
            onChange={(isOn) => toggle(ranger.userId, isOn)}
          />
        ))}
      </ul>
      <AddPeople others={others} arrivals={arrivals} onAdd={(userId) => setAdded([...added, userId])} />
      {isChecked && chosen.length === 0 && (
        <p role="alert" className="field-fault">
          {messages.needPeople}
        </p>
      )}
      <label className="stack">
        {messages.content}
        <TextArea
          rows={2}
          value={content}
          most={MOST_CONTENT}
          status={isChecked && content.trim() === '' ? 'error' : ''}
          onChange={({ target }) => setContent(target.value)}
        />
      </label>
      {isChecked && content.trim() === '' && (
        <p role="alert" className="field-fault">
          {messages.needContent}
        </p>
      )}
      <Radio.Group
        size="small"
        optionType="button"
        aria-label={messages.priority}
        value={priority}
        onChange={({ target }) => setPriority(target.value as Priority)}
        options={PRIORITIES.map((value) => ({ value, label: `${value} ${priorities[value]}` }))}
      />
      {dispatching === null ? (
        <Button type="primary" disabled={busy} onClick={() => ask('first')}>
          {messages.send(chosen.length)}
        </Button>
      ) : (
        <ConfirmInPlace
          ask={messages.ask(dispatching.people.length, dispatching.people.map(({ fullName }) => fullName).join(marks().list))}
          ok={dispatching.kind === 'more' ? messages.askMore : messages.send(dispatching.people.length)}
          busy={busy}
          failure={null}
          onConfirm={() => void confirm(dispatching)}
          onCancel={() => setDispatching(null)}
        />
      )}
      {failure && <Failure failure={failure} busy={busy} onAdditional={() => ask('more')} onClose={forget} />}
    </section>
  );
}

/** `在线 · 空闲 · 东北 3.2 公里`: the reason for this person. */
function personText(ranger: ListedRanger, now: number, messages: DecisionMessages, units: Parameters<typeof wayText>[1]): string {
  const { distanceMetres, bearingDegrees, taskIds } = ranger;
  return [
    isOnlineAt(ranger, now) ? messages.online : messages.offline,
    taskIds.length === 0 ? messages.free : messages.busy(taskIds.length),
    distanceMetres === null || bearingDegrees === null ? messages.unknown : wayText({ distanceMetres, bearingDegrees }, units),
  ].join(' · ');
}

interface PersonProps {
  readonly ranger: ListedRanger;
  /** undefined: not known. */
  readonly arrival: Arrival | undefined;
  readonly isSuggested: boolean;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function Person({ ranger, arrival, isSuggested, isChosen, onChange }: PersonProps) {
  const messages = useDecisionMessages();
  const { units } = useGlobeMessages().near;
  const pointer = usePointer();
  const now = useNow();
  const arrivalText = useArrivalText();
  const text = personText(ranger, now, messages, units);
  const at = ranger.last && { ...ranger.last.position, text: `${ranger.fullName} ${text}` };
  return (
    <li className="line decision-row" {...(at && pointing(pointer, at))}>
      <Checkbox checked={isChosen} onChange={({ target }) => onChange(target.checked)}>
        <strong>{ranger.fullName}</strong>
      </Checkbox>
      {isSuggested && <span className="tag row-tag">{messages.suggested}</span>}
      <span className="second tabular">{text}</span>
      <span className="gap" />
      {ranger.phone && <a href={`tel:${ranger.phone}`}>{ranger.phone}</a>}
      {arrival && <span className="decision-arrival tabular">{arrivalText(arrival)}</span>}
    </li>
  );
}

interface AddProps {
  readonly others: readonly ListedRanger[];
  readonly arrivals: ReadonlyMap<string, Arrival>;
  readonly onAdd: (userId: string) => void;
}

function AddPeople({ others, arrivals, onAdd }: AddProps) {
  const arrivalText = useArrivalText();
  const messages = useDecisionMessages();
  const { units } = useGlobeMessages().near;
  const now = useNow();
  return (
    <Select<string>
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={messages.add}
      aria-label={messages.add}
      title={messages.addHint}
      disabled={others.length === 0}
      onChange={onAdd}
      options={others.map((ranger) => {
        const arrival = arrivals.get(ranger.userId);
        const texts = [ranger.fullName, personText(ranger, now, messages, units), ...(arrival ? [arrivalText(arrival)] : [])];
        return { value: ranger.userId, label: texts.join(' · ') };
      })}
    />
  );
}

interface FailureProps {
  readonly failure: SendingFailure;
  readonly busy: boolean;
  readonly onAdditional: () => void;
  readonly onClose: () => void;
}

function Failure({ failure, busy, onAdditional, onClose }: FailureProps) {
  const messages = useDecisionMessages();
  if (failure.kind === 'standing') {
    const { operatorName, createdAt, members } = failure.task;
    return (
      <Alert
        type="warning"
        showIcon
        role="alert"
        closable={{ onClose }}
        title={failure.text}
        description={messages.standing(operatorName, formatTime(createdAt), members.map(({ fullName }) => fullName).join(marks().list))}
        action={
          <Button type="primary" size="small" disabled={busy} onClick={onAdditional}>
            {messages.additional}
          </Button>
        }
      />
    );
  }
  const text =
    failure.kind === 'no-answer'
      ? messages.noAnswer
      : `${failure.isTooLate ? messages.tooLate : messages.failed}${marks().brackets(failure.text)}`;
  return <Alert type="error" showIcon role="alert" title={text} />;
}
