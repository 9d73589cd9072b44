// The pointer on the map: a click opens the popup, a double click flies there, a right click opens the position's menu.

import { PointMenu } from '@lookout/web/globe/PointMenu.tsx';
import { useToolMessages } from '@lookout/web/globe/tools/messages.ts';
import { useToolStore } from '@lookout/web/globe/tools/tool-store.ts';
import { useGlobeRoom } from '@lookout/web/globe/use-globe-room.ts';
import { useRight, useServices } from '@lookout/web/shared/services.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { ageText } from '@lookout/web/shared/time-text.ts';
import { useEffect, useState } from 'react';
import { verdictOf } from '../../alarm/alarm.ts';
import { RowTags, SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import { useLocatingStore } from '../../camera/parts/locating/locating-store.ts';
import { useLocatingMessages } from '../../camera/parts/locating/messages.ts';
import { useMayDraw } from '../../plot/parts/PlotTool.tsx';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import { useCopy } from './use-copy.ts';
import { useDeskState } from './use-desk.ts';

/** @param onPosition receives the clicks while a new position is picked (移位); null: clicks open the item they hit */
export function useMapPointer(
  opener: AlarmOpener,
  onMenu: (position: MenuPosition | null) => void,
  onPosition: ((position: { readonly lng: number; readonly lat: number }) => void) | null,
): void {
  const room = useGlobeRoom();
  const alarms = useServices().records(alarmRecords);
  const { pick: pickPlot } = useToolStore();
  useEffect(
    () =>
      room.onPointer(({ gesture, pick, x, y }) => {
        const state = room.state();
        if (gesture === 'hover' || state.kind !== 'ready') return;
        onMenu(null);
        if (pick === null) return;
        const { globe, map } = state;
        const { lng, lat } = pick;
        if (gesture === 'right') return onMenu({ lng, lat, x, y });
        if (gesture === 'double') {
          if (pick.kind !== 'alarm-count') void globe.flyTo({ lng, lat, rangeMetres: map.POPUP_FLY_IN_RANGE_METRES });
          return;
        }
        if (pick.kind === 'alarm-count') void globe.flyTo({ lng, lat, heightMetres: map.ALARM_COUNT_FLIES_TO_METRES[pick.level] });
        if (pick.kind === 'plot') pickPlot(pick.id);
        if (pick.kind !== 'alarm' && pick.kind !== 'fire') return;
        const alarm = alarms.get(pick.id);
        if (alarm) opener.open(alarm, 'map');
      }),
    [room, alarms, opener, pickPlot, onMenu],
  );
  useEffect(() => {
    if (onPosition === null) return;
    return room.takeClicks((position) => {
      onMenu(null);
      onPosition(position);
    });
  }, [room, onMenu, onPosition]);
}

// The menu of a position: copy, fly, measure, search nearby, find cameras, report, dispatch, plot.
export interface MenuPosition {
  readonly lng: number;
  readonly lat: number;
  /** CSS pixels within the map. */
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  readonly position: MenuPosition;
  readonly onClose: () => void;
  readonly onReport: (position: MenuPosition) => void;
  readonly onDispatch: (position: MenuPosition) => void;
}

export function ContextMenu({ position, onClose, onReport, onDispatch }: ContextMenuProps) {
  const messages = useMessages();
  const room = useGlobeRoom();
  const copy = useCopy();
  const toolMessages = useToolMessages();
  const tools = useToolStore();
  const mayDispatch = useRight('dispatch');
  const mayDraw = useMayDraw();
  const locating = useLocatingStore();
  const { onlookers } = useLocatingMessages();
  const mayWatch = useRight('watch-video');
  const text = decimalText(position);
  const items = [
    { label: messages.menu.copy, run: () => copy(text) },
    {
      label: messages.menu.fly,
      run: () => {
        const state = room.state();
        if (state.kind === 'ready') void state.globe.flyTo({ ...position, rangeMetres: state.map.POPUP_FLY_IN_RANGE_METRES });
      },
    },
    { label: toolMessages.menu.measure, run: () => tools.measureFrom({ lng: position.lng, lat: position.lat }) },
    { label: toolMessages.menu.near, run: () => tools.nearTo({ lng: position.lng, lat: position.lat }) },
    ...(mayWatch ? [{ label: onlookers.menu, run: () => locating.showOnlookers({ lng: position.lng, lat: position.lat }) }] : []),
    { label: messages.menu.report, run: () => onReport(position) },
    ...(mayDispatch ? [{ label: messages.menu.dispatch, run: () => onDispatch(position) }] : []),
    ...(mayDraw ? [{ label: toolMessages.menu.plot, run: () => tools.plotAt({ lng: position.lng, lat: position.lat }) }] : []),
  ];

  return (
    <PointMenu
      name={messages.menu.title}
      head={text}
      x={position.x}
      y={position.y}
      items={items.map((item) => ({ ...item, key: item.label }))}
      onClose={onClose}
    />
  );
}

// The tooltip of a hovered marker: kind, location, age, and the officer who acknowledged the alarm.
interface Resting {
  readonly id: string;
  /** CSS pixels within the map. */
  readonly x: number;
  readonly y: number;
}

const BESIDE_PIXELS = 16;

export function MarkerTip() {
  const messages = useMessages();
  const room = useGlobeRoom();
  const alarms = useServices().records(alarmRecords);
  const now = useDeskState((state) => state.now);
  const openId = useDeskState((state) => (state.popupOpen ? state.current?.id : null));
  const [resting, setResting] = useState<Resting | null>(null);
  useEffect(
    () =>
      room.onPointer(({ gesture, pick, x, y }) => {
        const isMark = gesture === 'hover' && (pick?.kind === 'alarm' || pick?.kind === 'fire');
        setResting(isMark ? { id: pick.id, x, y } : null);
      }),
    [room],
  );
  const alarm = resting && resting.id !== openId ? alarms.get(resting.id) : undefined;
  if (resting === null || alarm === undefined) return null;
  return (
    <div className="marker-tip panel stack" role="tooltip" style={{ left: resting.x + BESIDE_PIXELS, top: resting.y + BESIDE_PIXELS }}>
      <span className="row-line line">
        <SourceIcon kind={alarm.facts.kind} size={12} />
        {messages.alarm.kinds[alarm.facts.kind]}
        {verdictOf(alarm.response) === 'real' && <span className="tag" data-state="real">{`${messages.alarm.states.real}`}</span>}
        <span className="row-age tabular hint">{ageText(alarm.observedAt, now, messages.alarm.age)}</span>
      </span>
      <span className="row-line line">
        {alarm.gridName} {locationWithin(alarm)}
      </span>
      <span className="row-line line">
        <RowTags alarm={alarm} />
      </span>
    </div>
  );
}
