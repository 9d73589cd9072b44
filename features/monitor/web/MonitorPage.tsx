// 预警监测: the map with live alarms, the queue and the popup. Stores which panels and dialogs are open.
import { CloseOutlined } from '@ant-design/icons';
import { CoordinateEntry, ENTRY_PIXELS } from '@lookout/web/globe/CoordinateEntry.tsx';
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { GroundNote } from '@lookout/web/globe/ground-part.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { ToolBar } from '@lookout/web/globe/tools/ToolBar.tsx';
import { isDrawing, TOOL_PIXELS, useToolState } from '@lookout/web/globe/tools/tool-store.ts';
import { useGlobeRoom, useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { readView } from '@lookout/web/globe/view-text.ts';
import { tabsOf, useFeatures } from '@lookout/web/manifest/web-feature.ts';
import { isCovered, useEscape } from '@lookout/web/shared/escape.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { SIZES } from '@lookout/web/shared/tokens.ts';
import { region } from '@region';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { ActionDialogs } from '../../alarm/parts/actions/ActionDialogs.tsx';
import { UndoBar, useLeaving } from '../../alarm/parts/actions/UndoBar.tsx';
import { useAlarmView } from '../../alarm/parts/alarms-part.ts';
import { useVideoStore } from '../../camera/parts/video-store.ts';
import { MovePanel, type NewPosition } from './actions/MovePanel.tsx';
import { useActions } from './actions/use-actions.ts';
import { BottomBar } from './BottomBar.tsx';
import { ComparedAlarm } from './ComparedAlarm.tsx';
import { DutySums } from './DutySums.tsx';
import { PopupAtMarker } from './FirePopup.tsx';
import { actionOf, focusOf, type KeyAction } from './keys.ts';
import { ContextMenu, MarkerTip, type MenuPosition, useMapPointer } from './MapPointer.tsx';
import { useMessages } from './messages.ts';
import { useMoveOnArrival } from './move-on-arrival.ts';
import { createOpener } from './open-alarm.ts';
import { neighbour } from './queue.ts';
import { ReportDialog, type ReportPosition } from './ReportDialog.tsx';
import { TimeSliderButton } from './TimeSliderButton.tsx';
import { Toasts } from './Toasts.tsx';
import { TabPanels, useTabs } from './tabs/TabPanels.tsx';
import { knownOf, QUEUE_TAB } from './tabs/tabs.ts';
import { readAddress } from './url-state.ts';
import { useAddress } from './use-address.ts';
import { useCopy } from './use-copy.ts';
import { useDesk, useDeskState } from './use-desk.ts';
import { useQueueStore } from './use-queue.ts';
import { WarningPanel } from './WarningPanel.tsx';
import './actions/popup.css';
import './monitor.css';

const RAIL_PIXELS = 48;
/** The bottom bar plus the map mode switch or coordinate entry above it. */
const ABOVE_SWITCH_PIXELS = SIZES.tabs + 42;
const ABOVE_ENTRY_PIXELS = SIZES.tabs + ENTRY_PIXELS;
/** The compared alarm, with the map's controls on its left and a gap. */
const COMPARED_PIXELS = SIZES.controls + SIZES.popup + 8;
/** The height of the undo bar, which must not cover the popup. */
const UNDO_PIXELS = 88;

export function MonitorPage() {
  const room = useGlobeRoom();
  const alarmView = useAlarmView();
  const globe = useGlobeState();
  const desk = useDesk();
  const video = useVideoStore();
  const current = useDeskState((state) => state.current);
  const popupOpen = useDeskState((state) => state.popupOpen);
  const { search, key } = useLocation();
  // Following a link to the page that is already open also counts as an arrival, even with the same link.
  const arrival = useMemo(() => ({ ...readAddress(search), key }), [search, key]);
  const features = useFeatures();
  const tabRows = useMemo(() => tabsOf(features), [features]);
  const known = useMemo(() => knownOf(tabRows), [tabRows]);
  const tabs = useTabs(key, known);
  const [entryOpen, setEntryOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  const [report, setReport] = useState<ReportPosition | null>(null);
  const [compared, setCompared] = useState<NamedAlarm | null>(null);

  const queue = useQueueStore();
  const opener = useMemo(() => createOpener(desk, room, alarmView, region.popupRule.kind), [desk, room, alarmView]);
  const actions = useActions();
  const undoShown = useStore(desk.pendingRequests.store, ({ held, failed }) => held !== null || failed !== null);
  const comparedWith = compared?.id === current?.id ? null : compared;
  const above = (entryOpen ? ABOVE_ENTRY_PIXELS : ABOVE_SWITCH_PIXELS) + (undoShown ? UNDO_PIXELS : 0);
  const [clicked, setClicked] = useState<NewPosition | null>(null);
  useAddress(arrival, opener);
  useMoveOnArrival(arrival.alarmId, actions.begin);
  useMapPointer(opener, setMenu, actions.moving ? setClicked : tabs.take);
  useLeaving();
  const copy = useCopy();
  const toolOpen = useToolState((state) => state.open !== null);
  const drawing = useToolState(isDrawing);

  const step = (by: 1 | -1) => {
    const { shown, risen } = queue.get();
    const next = neighbour(shown, current, by, risen.length);
    if (next === null) return;
    if (popupOpen) return opener.open(next, 'list');
    tabs.show(QUEUE_TAB);
    alarmView.setState({ selected: next });
    desk.focus(next, false);
  };
  useEscape(current !== null, opener.close);
  useEscape(entryOpen, () => setEntryOpen(false));
  useEscape(menu !== null, () => setMenu(null));
  useEscape(keysOpen, () => setKeysOpen(false));
  useEscape(actions.moving !== null, actions.endMove);
  const keyActions: Readonly<Record<KeyAction, () => void>> = {
    next: () => step(1),
    previous: () => step(-1),
    // While drawing on the map, Enter finishes the drawing instead.
    open: () => current && !drawing && opener.open(current, 'list'),
    fly: () => current && opener.fly(current),
    acknowledge: () => actions.byKey('acknowledge'),
    real: () => actions.byKey('judge', 'real'),
    false: () => actions.byKey('judge', 'false'),
    dispatch: () => actions.byKey('dispatch'),
    video: () => {
      if (current === null) return;
      if (!popupOpen) opener.open(current, 'list');
      video.toggleLook(current.id);
    },
    undo: actions.undo,
    mute: desk.toggleSound,
    keys: () => setKeysOpen(true),
    // Handled by shared/escape.ts.
    close: () => {},
  };
  useKeys((action) => keyActions[action]());

  return (
    <div
      className="monitor"
      data-panel={tabs.queue ? 'open' : 'folded'}
      data-left={tabs.left ? 'open' : 'folded'}
      data-right={tabs.right ? 'open' : 'folded'}
      data-entry={entryOpen ? 'open' : 'closed'}
      data-tool={toolOpen ? 'open' : 'closed'}
    >
      <GlobeStage initialView={readView(arrival.view)} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ToolBar mounted={globe} entryOpen={entryOpen} onEntry={() => setEntryOpen(!entryOpen)} onCopyLink={() => copy(location.href)} />
          <ModeSwitch globe={globe.globe}>
            <TimeSliderButton />
          </ModeSwitch>
          {!entryOpen && <GroundNote globe={globe.globe} />}
          {entryOpen && <CoordinateEntry mounted={globe} onClose={() => setEntryOpen(false)} />}
        </>
      )}
      <DutySums onQueue={() => tabs.show(QUEUE_TAB)} />
      <WarningPanel open={tabs.queue} onToggle={() => tabs.toggle(QUEUE_TAB)} opener={opener} onKeys={() => setKeysOpen(true)} />
      <TabPanels tabs={tabs} rows={tabRows} />
      {actions.moving && <MovePanel key={actions.moving.id} alarm={actions.moving} clicked={clicked} onClose={actions.endMove} />}
      {popupOpen && current && !actions.moving && (
        <PopupAtMarker
          alarm={current}
          insets={{
            left: (tabs.left ? SIZES.side : 0) + (comparedWith ? COMPARED_PIXELS : toolOpen ? TOOL_PIXELS : 0),
            right: (tabs.queue ? SIZES.side : RAIL_PIXELS) + (tabs.right ? SIZES.side : 0),
            bottom: above,
          }}
          opener={opener}
          onStep={step}
          onCompare={() => {
            setCompared(current);
            opener.close();
          }}
          onAction={(action) => {
            setClicked(null);
            actions.begin(action, current);
          }}
          onSms={() => actions.open({ kind: 'sms', alarm: current })}
        />
      )}
      {comparedWith && <ComparedAlarm alarm={comparedWith} opener={opener} actions={actions} onClose={() => setCompared(null)} />}
      <MarkerTip />
      <Toasts opener={opener} onMore={() => tabs.show(QUEUE_TAB)} />
      {menu && <ContextMenu position={menu} onClose={() => setMenu(null)} onReport={setReport} onDispatch={actions.dispatchTo} />}
      <BottomBar tabs={tabs} rows={tabRows} entryOpen={entryOpen} onEntry={() => setEntryOpen(!entryOpen)} />
      <UndoBar onOpen={(alarm) => opener.open(alarm, 'list')} onUndo={actions.undo} onCorrect={actions.correct} />
      {actions.dialog && <ActionDialogs dialog={actions.dialog} onClose={actions.close} />}
      {keysOpen && <KeysHelp onClose={() => setKeysOpen(false)} />}
      {report && <ReportDialog position={report} onClose={() => setReport(null)} />}
    </div>
  );
}

/** Binds the keys while the page is mounted. Events are captured first, so that an open dialog is detected before it closes itself. */
function useKeys(run: (action: KeyAction) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = actionOf(event, focusOf(event.target));
      if (action === null || isCovered(document)) return;
      event.preventDefault();
      latest.current(action);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** The keyboard shortcuts; opened by ?. */
function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { keys, popup } = useMessages();
  return (
    <section className="keys-help panel" role="dialog" aria-labelledby="keys-help-title">
      <header className="panel-head">
        <h2 id="keys-help-title">{keys.title}</h2>
        <IconButton label={popup.close} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <dl>
        {keys.rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
