// 火警详情 at the marker: one alarm's facts, handling and available actions.

import {
  BulbOutlined,
  CloseOutlined,
  CopyOutlined,
  DownOutlined,
  EnvironmentOutlined,
  FireOutlined,
  HistoryOutlined,
  MessageOutlined,
  SendOutlined,
  SplitCellsOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { wayText } from '@lookout/web/globe/distance-text.ts';
import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { NearPanel } from '@lookout/web/globe/NearPanel.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { replayOfAlarm } from '@lookout/web/shared/replay-window.ts';
import { useClient, useConnection, useRight, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { SIZES } from '@lookout/web/shared/tokens.ts';
import { type PlacedWindow, useWindowPlace } from '@lookout/web/shared/window/use-window-place.ts';
import { WindowEdges, WindowMenu } from '@lookout/web/shared/window/WindowParts.tsx';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { isHandled, type NamedAlarm, verdictOf } from '../../alarm/alarm.ts';
import { RowTags, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { ActionRow, type InPlaceAction, InPlaceActions, isInPlace } from '../../alarm/parts/actions/ActionRow.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { type ShownAction, shownActions } from '../../alarm/parts/actions/shown-actions.ts';
import { useOfficer } from '../../alarm/parts/actions/use-pending-requests.ts';
import { useAlarmView } from '../../alarm/parts/alarms-part.ts';
import { STATE_OF_STAGE } from '../../alarm/parts/details.ts';
import { AlarmHistory } from '../../alarm/parts/history/AlarmHistory.tsx';
import { BURNING_CALMS_METRES } from '../../burning/burning.ts';
import { calmingAt } from '../../burning/parts/burnings.ts';
import { useBurningMessages } from '../../burning/parts/messages.ts';
import { LookHere } from '../../camera/parts/SeeingTowers.tsx';
import { BurningTag, useIsOfBurning } from '../../incident/parts/BurningTag.tsx';
import { FireSection } from '../../incident/parts/FireSection.tsx';
import { useShownFire } from '../../incident/parts/fire-extent-part.ts';
import { FirePlan } from '../../plan/parts/FirePlan.tsx';
import { SecondLookSection } from '../../second-look/parts/SecondLookSection.tsx';
import { ApproachOf, useApproach } from '../../task/parts/dispatch/ApproachNote.tsx';
import { FireTasks } from '../../task/parts/TaskLists.tsx';
import { DetailTab } from './DetailTab.tsx';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { placePopup, type Room } from './placement.ts';
import { indexOfAlarm } from './queue.ts';
import { OwedNote, UnansweredNote } from './UnansweredNote.tsx';
import { useCopy } from './use-copy.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import { useQueue } from './use-queue.ts';

interface Props {
  readonly alarm: NamedAlarm;
  readonly frame: RefObject<HTMLElement | null>;
  /**
   * At its marker on the map, docked at the edge of another page, or next to the opened alarm for comparison; until the officer moves it.
   */
  readonly place: 'marker' | 'docked' | 'compared';
  readonly window: PlacedWindow;
  readonly opener: AlarmOpener;
  /** null: the alarm is not in the queue. */
  readonly onStep: ((by: 1 | -1) => void) | null;
  /** Keeps the alarm visible next to the following one; absent: not available here. */
  readonly onCompare?: () => void;
  /** Called for actions that open a dialog or are sent immediately. */
  readonly onAction: (action: Exclude<ShownAction, InPlaceAction>) => void;
  readonly onSms: () => void;
}

/** Height of the shell's banner with its margins. */
const BANNER_PIXELS = 52;

/** The smallest size that shows the header and the buttons. */
const LEAST_POPUP = { width: 360, height: 320 } as const;

/**
 * Lets the officer move, dock and resize the popup, and remembers its place. @param name separate names for popups that can be open at the
 * same time
 */
export const usePopupWindow = (frame: RefObject<HTMLElement | null>, name: 'alarm' | 'alarm-compared'): PlacedWindow =>
  useWindowPlace(frame, { name, least: LEAST_POPUP });

interface AtMarker extends Omit<Props, 'frame' | 'place' | 'window'> {
  /** The widths that side panels occupy, CSS pixels. */
  readonly insets: { readonly left: number; readonly right: number; readonly bottom: number };
}

/** Follows its marker while the camera moves. Until the camera has reached the marker, the popup is at the right edge. */
export function PopupAtMarker({ insets, ...popup }: AtMarker) {
  const frame = useRef<HTMLElement>(null);
  const isApproached = useStore(useAlarmView(), ({ approached }) => approached?.id === popup.alarm.id);
  const line = useConnection();
  // Keeps the popup's header below the banner of a lost or restored connection.
  const top = isBroken(line) || line.caughtUp !== null ? BANNER_PIXELS : 0;
  const window = usePopupWindow(frame, 'alarm');
  usePopupPosition(frame, window.place !== null, isApproached ? null : popup.alarm.position, { ...insets, top });
  return <FirePopup {...popup} frame={frame} place="marker" window={window} />;
}

export function FirePopup({ alarm, frame, place, window, opener, onStep, onCompare, onAction, onSms }: Props) {
  const messages = useMessages();
  const titleId = useId();
  const actionMessages = useActionMessages();
  const copy = useCopy();
  const services = useServices();
  const { pendingRequests } = useDesk();
  const held = useStore(pendingRequests.store, (state) => state.held);
  const officer = useOfficer();
  const fromTask = useDeskState((state) => state.fromTask);
  const isGone = useDeskState((state) => state.othersChange?.isGone ?? false);
  const showFire = useShownFire();
  const [confirming, setConfirming] = useState<InPlaceAction | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pending confirmation belongs to its alarm
  useEffect(() => setConfirming(null), [alarm.id]);
  const actions = useMemo(() => shownActions(alarm, officer, fromTask || isGone), [alarm, officer, fromTask, isGone]);
  const { popup } = messages;
  const { facts, response } = alarm;
  const verdict = verdictOf(response);
  const handled = isHandled(response);
  const joined = useIsOfBurning()(alarm);
  const waiting = held?.alarm.id === alarm.id;

  return (
    <section
      ref={frame}
      className="fire-popup panel"
      data-place={window.place === null ? place : 'window'}
      style={window.style}
      role="dialog"
      aria-labelledby={titleId}
      data-state={verdict}
      {...drillAttributes(alarm)}
    >
      <header className="panel-head" {...window.handle}>
        <SourceIcon kind={facts.kind} size={18} />
        <h2 id={titleId}>{place === 'compared' ? popup.compared : popup.title}</h2>
        <span className="hint">{messages.alarm.kinds[facts.kind]}</span>
        <span className="gap" />
        {services.replay === null && (
          <IconButton label={popup.replay} icon={<HistoryOutlined />} href={replayOfAlarm(alarm, services.now())} target="_blank" />
        )}
        {onCompare && <IconButton label={popup.compare} icon={<SplitCellsOutlined />} onClick={onCompare} />}
        <WindowMenu window={window} />
        {onStep && <PlaceInQueue alarmId={alarm.id} onStep={onStep} />}
        <IconButton label={popup.close} icon={<CloseOutlined />} onClick={opener.close} />
      </header>
      <p className="popup-off">
        {popup.off}
        <button type="button" className="link-button" onClick={() => opener.fly(alarm)}>
          {popup.fly}
        </button>
      </p>
      <div className="popup-top stack">
        <PopupNews />
        {fromTask && <p className="second">{actionMessages.readOnly}</p>}
        <p className="popup-state">
          <span className="tag" data-state={verdict}>
            {messages.alarm.states[verdict]}
          </span>
          {/* A false alarm is over, and the fire that an unjudged alarm joined is being handled. */}
          {response.stage !== 'dismissed' && !(joined && response.stage === 'open') && (
            <span className="tag" data-state={handled ? 'handled' : 'open'}>
              {messages.alarm.states[STATE_OF_STAGE[response.stage]]}
            </span>
          )}
          {joined && <BurningTag />}
          <RowTags alarm={alarm} />
        </p>
        <ActionRow
          actions={actions}
          waiting={waiting}
          onAction={(action) => (isInPlace(action) ? setConfirming(action) : onAction(action))}
        >
          <IconButton label={popup.fly} icon={<EnvironmentOutlined />} onClick={() => opener.fly(alarm)} />
          <IconButton label={popup.copy} icon={<CopyOutlined />} onClick={() => copy(decimalText(alarm.position))} />
        </ActionRow>
        {waiting && (
          <p className="popup-waiting" role="status">
            {actionMessages.waiting}
          </p>
        )}
        {confirming && <InPlaceActions action={confirming} alarm={alarm} onClose={() => setConfirming(null)} />}
        {!fromTask && !isGone && <UnansweredNote alarm={alarm} />}
        <OwedNote alarm={alarm} />
        <BurningHint alarm={alarm} />
        <div className="popup-look">
          <LookHere key={`look-${alarm.id}`} alarm={alarm} isReadOnly={fromTask || isGone} place={place === 'compared' ? null : place} />
          {!fromTask && !isGone && <DecideHere alarm={alarm} />}
          {!fromTask && !isGone && <ForecastHere alarm={alarm} />}
        </div>
        <SecondLookSection key={`second-look-${alarm.id}`} alarm={alarm} />
        <FireSection
          key={alarm.id}
          alarm={alarm}
          readOnly={fromTask}
          isGone={isGone}
          onOpen={(other) => opener.open(other, 'list')}
          onShown={showFire}
        />
      </div>
      <PopupTabs alarm={alarm} fromTask={fromTask} opener={opener} onSms={onSms} onDispatch={() => onAction('dispatch')} />
      <WindowEdges window={window} />
    </section>
  );
}

/** The fire's position in the queue, and buttons for the previous and next fire. */
function PlaceInQueue({ alarmId, onStep }: { readonly alarmId: string; readonly onStep: NonNullable<Props['onStep']> }) {
  const { popup } = useMessages();
  const { shown } = useQueue();
  const index = useMemo(() => indexOfAlarm(shown, alarmId), [shown, alarmId]);
  const isLast = index === shown.length - 1;
  return (
    <>
      {index >= 0 && <span className="tabular hint">{popup.position(index + 1, shown.length)}</span>}
      <IconButton label={popup.previous} icon={<UpOutlined />} onClick={() => onStep(-1)} disabled={index === 0 || shown.length === 0} />
      <IconButton label={popup.next} icon={<DownOutlined />} onClick={() => onStep(1)} disabled={isLast || shown.length === 0} />
    </>
  );
}

/** 辅助决策 of an alarm (specification §1.3). A smoke alarm has to be pushed first (§4). */
function DecideHere({ alarm: { id, facts } }: { readonly alarm: NamedAlarm }) {
  const messages = useActionMessages();
  const navigate = useNavigate();
  const mayDecide = useRight('support-decisions');
  if (!mayDecide || facts.kind === 'smoke') return null;
  return (
    <Button icon={<BulbOutlined aria-hidden="true" />} onClick={() => void navigate(`/manage/decision?fireId=${id}`)}>
      {messages.decide}
    </Button>
  );
}

/** 蔓延推演 of a burning fire: the forecast is requested with the same click that opens it. A danger found by an inspection is not a fire. */
function ForecastHere({ alarm: { id, facts, response } }: { readonly alarm: NamedAlarm }) {
  const messages = useActionMessages();
  const navigate = useNavigate();
  const { replay } = useServices();
  const mayDecide = useRight('support-decisions');
  const burns = verdictOf(response) === 'real' && response.stage !== 'closed' && facts.kind !== 'danger' && facts.kind !== 'smoke';
  if (!mayDecide || !burns || replay !== null) return null;
  return (
    <Button
      icon={<FireOutlined aria-hidden="true" />}
      onClick={() => void navigate(`/manage/decision?fireId=${id}&tab=spread`, { state: { forecast: true } })}
    >
      {messages.forecast}
    </Button>
  );
}

/** What other officers did since the popup was opened. */
function PopupNews() {
  const messages = useActionMessages();
  const othersChange = useDeskState((state) => state.othersChange);
  if (othersChange === null) return null;
  const text = othersChange.isGone
    ? [messages.gone[othersChange.change]?.(othersChange.by), messages.goneSomehow].filter(Boolean).join(marks().comma)
    : (messages.changedBy[othersChange.change]?.(othersChange.by) ?? null);
  return (
    text && (
      <p className="note popup-change" role="status" data-gone={othersChange.isGone}>
        {text}
      </p>
    )
  );
}

// The popup's tabs: 详情 · 周边 · 任务 · 经过, and 短信 as a dialog. A tab is loaded when it is opened.
interface PopupTabsProps {
  readonly alarm: NamedAlarm;
  readonly fromTask: boolean;
  readonly opener: AlarmOpener;
  readonly onSms: () => void;
  readonly onDispatch: () => void;
}

function PopupTabs({ alarm, fromTask, opener, onSms, onDispatch }: PopupTabsProps) {
  const messages = useActionMessages();
  const officer = useOfficer();
  const mayWrite = useRight('act-on-alarms') && alarm.facts.kind !== 'smoke' && !fromTask;
  const mayDispatch = shownActions(alarm, officer, fromTask).row.includes('dispatch');
  const { tabs } = messages;
  const items = [
    { key: 'details', label: tabs.details, children: <DetailTab alarm={alarm} /> },
    {
      key: 'near',
      label: tabs.near,
      children: (
        <>
          <ApproachHere fireId={alarm.id} />
          <NearPanel position={alarm.position} />
        </>
      ),
    },
    {
      key: 'tasks',
      label: tabs.tasks,
      children: (
        <>
          {mayDispatch && (
            <Button type="primary" className="tab-action" icon={<SendOutlined aria-hidden="true" />} onClick={onDispatch}>
              {messages.actions.dispatch}
            </Button>
          )}
          <FireTasks fireId={alarm.id} onShowOnMap={opener.show} />
        </>
      ),
    },
    ...(alarm.response.stage === 'in-progress' ? [{ key: 'plan', label: tabs.plan, children: <FirePlan alarm={alarm} /> }] : []),
    { key: 'history', label: tabs.history, children: <AlarmHistory alarmId={alarm.id} /> },
  ].map((item) => ({ ...item, children: <TabBody label={item.label}>{item.children}</TabBody> }));
  return (
    <div className="popup-tabs-frame">
      <Tabs className="popup-tabs" size="small" destroyOnHidden items={items} />
      {mayWrite && (
        // Outside the tab list, since it opens a dialog.
        <Button size="small" className="sms-button" icon={<MessageOutlined aria-hidden="true" />} aria-haspopup="dialog" onClick={onSms}>
          {tabs.sms}
        </Button>
      )}
    </div>
  );
}

/** Shown above the nearby teams: whether it is safe to approach the head of the fire. */
const ApproachHere = ({ fireId }: { readonly fireId: string }) => <ApproachOf known={useApproach(fireId)} />;

const TabBody = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
  <section className="popup-body" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

// One line in an alarm's popup: an approved burning is nearby and its time window is open. For information only; nothing is hidden or
// closed.
function BurningHint({ alarm }: { readonly alarm: NamedAlarm }) {
  const messages = useBurningMessages();
  const { near } = useGlobeMessages();
  const client = useClient();
  const { position, observedAt } = alarm;
  const at = formatTime(observedAt);
  const { data = [] } = useQuery({
    queryKey: ['burnings', 'near', position.lng, position.lat, at],
    queryFn: ({ signal }) =>
      client.burning.burningList({
        body: {
          around: { centre: position, radiusMetres: BURNING_CALMS_METRES },
          state: 'approved',
          beginTime: at,
          endTime: at,
        },
        occasion: 'background',
        silent: true,
        signal,
      }),
  });
  const calming = calmingAt(data, position, observedAt);
  if (calming.length === 0) return null;
  const rows = calming.map(({ burning, ...way }) =>
    messages.hintRow(messages.purposes[burning.purpose], burning.applicant, wayText(way, near.units)),
  );
  return (
    <p className="note burning-hint" data-tone="good" role="note">
      {messages.hint(calming.length)} {rows.join(marks().semicolon)}
    </p>
  );
}

// Keeps the popup at its marker while the camera moves, by setting styles without a React render.
const EDGE_PIXELS = 12;
/**
 * @param isPlaced the officer has moved the popup: it remains there
 * @param position of the marker; null: the popup is at the right edge
 * @param insets the widths that side panels occupy, CSS pixels
 */
function usePopupPosition(
  popup: RefObject<HTMLElement | null>,
  isPlaced: boolean,
  position: { readonly lng: number; readonly lat: number } | null,
  insets: { readonly top: number; readonly left: number; readonly right: number; readonly bottom: number },
): void {
  const state = useGlobeState();
  const lng = position?.lng ?? null;
  const lat = position?.lat ?? null;
  const { top, left, right, bottom } = insets;

  useLayoutEffect(() => {
    const element = popup.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    if (isPlaced) {
      element.style.transform = 'none';
      element.dataset.detached = 'false';
      return;
    }
    let last: { x: number; y: number } | null = null;
    const put = () => {
      const free: Room = {
        left: Math.max(left, Math.min(left + SIZES.controls, frame.clientWidth - right - element.offsetWidth)),
        top: top + EDGE_PIXELS,
        right: frame.clientWidth - right - EDGE_PIXELS,
        bottom: frame.clientHeight - bottom - EDGE_PIXELS,
      };
      element.style.maxHeight = `${free.bottom - free.top}px`;
      if (lng === null || lat === null) {
        element.style.transform = `translate(${Math.round(free.right - element.offsetWidth)}px, ${free.top}px)`;
        element.dataset.detached = 'false';
        return;
      }
      const seen = state.kind === 'ready' ? state.globe.screenPositionOf(lng, lat) : null;
      const inside = seen !== null && seen.x >= 0 && seen.y >= 0 && seen.x <= frame.clientWidth && seen.y <= frame.clientHeight;
      // A marker behind the globe has no screen position: the popup remains in place and states this.
      last = seen ?? last ?? { x: free.left, y: free.top };
      const { x, y, side } = placePopup(last, { width: element.offsetWidth, height: element.offsetHeight }, free);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      element.dataset.side = side;
      element.dataset.detached = String(state.kind === 'ready' && !inside);
    };
    put();
    const size = new ResizeObserver(put);
    size.observe(element);
    size.observe(frame);
    const stop = state.kind === 'ready' && lng !== null ? state.globe.onRendered(put) : null;
    return () => {
      size.disconnect();
      stop?.();
    };
  }, [popup, isPlaced, state, lng, lat, top, left, right, bottom]);
}
