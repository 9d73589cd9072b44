// The monitor's whole page without a browser: the flat map, the queue, the actions and dialogs.

import type { Got } from '@lookout/contract';
import { type Desk, type DeskOptions, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import type { Wire } from '@lookout/web/app/testing/wire.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { AlarmKind, FactsOf, NamedAlarm } from '../../../alarm/alarm.ts';
import { writeAlarm } from '../../../alarm/alarm.wire.ts';
import { alarmRecords } from '../../../alarm/parts/alarm-records.ts';
import { contract } from '../../../contract.ts';
import type { LiveUpdate } from '../../../live-messages.ts';
import { anAlarm } from '../../../testing/builders.ts';
import { MonitorPage } from '../MonitorPage.tsx';
import { SoundControl } from '../SoundControl.tsx';

/** Directly above the test's fires. */
const VIEW = '/manage/monitor?at=103.59000,31.48000,9000,0,-90,2d';

/** A new alarm, identified by its address, without pictures, which the page would request. */
export function alarmAt<K extends AlarmKind>(address: string, kind: K, over: Partial<NamedAlarm<FactsOf<K>>> = {}): NamedAlarm<FactsOf<K>> {
  const alarm = anAlarm(kind, { id: crypto.randomUUID(), address, observedAt: new Date(), arrivedAt: new Date(), ...over });
  return 'pictures' in alarm.facts ? { ...alarm, facts: { ...alarm.facts, pictures: [] } } : alarm;
}

/** An alarm as the specification's calls send it. */
export const onWire = (alarm: NamedAlarm): Got<typeof contract.alarm.close> => writeAlarm(alarm, () => alarm.gridName);

interface MonitorOptions extends DeskOptions {
  /** Defines the answers to the page's first calls. */
  readonly answer?: (wire: Wire) => void;
}

/** A desk that receives alarms; the calls of the monitor and of an alarm's popup have empty answers. */
export function openLiveDesk(options: DeskOptions) {
  const desk = openDesk(options);
  const listeners = new Set<Parameters<typeof desk.app.onLive>[0]>();
  Object.assign(desk.app, {
    onLive: ((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }) satisfies typeof desk.app.onLive,
  });
  answerEmpty(desk);
  return {
    ...desk,
    /** Delivers live updates of alarms. */
    receive: (...updates: readonly LiveUpdate[]) =>
      act(() => {
        desk.app.records(alarmRecords).apply(updates);
        for (const listener of listeners) listener(updates, 'live');
      }),
  };
}

export async function openMonitor({ at = VIEW, answer, ...options }: MonitorOptions = {}) {
  const desk = openLiveDesk({ at, ...options });
  answer?.(desk.wire);
  desk.show(
    <>
      <SoundControl />
      <MonitorPage />
    </>,
  );
  await waitFor(() => expect(document.querySelector('.globe-stage[data-state="ready"]')).not.toBeNull());
  const { user } = desk;
  const rail = document.querySelector<HTMLElement>('.warning-rail');
  if (rail) await user.click(rail);

  const popup = () => within(screen.getByRole('dialog', { name: '火警详情' }));
  const action = (name: string) => within(popup().getByRole('toolbar', { name: '处置' })).getByRole('button', { name });
  const clickAction = (name: string) => user.click(action(name));
  const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
  return {
    ...desk,
    popup,
    action,
    clickAction,
    /** Clicks an action of the popup's menu. */
    clickRareAction: async (name: string) => {
      await clickAction('更多操作');
      await user.click(await screen.findByRole('menuitem', { name }));
    },
    dialog,
    confirm: (name: string) => user.click(dialog(name).getByRole('button', { name: '确定' })),
    /** Closes a dialog by Esc. */
    dismiss: async (name: string) => {
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryAllByRole('dialog', { name })).toHaveLength(0));
    },
    pendingActions: () => within(screen.getByRole('region', { name: '待发送的操作' })),
    openAlarm: async (address: string) => {
      await user.click(await waitFor(() => rowOf(address)));
      await screen.findByRole('dialog', { name: '火警详情' });
    },
  };
}

function rowOf(address: string): HTMLElement {
  const rows = [...document.querySelectorAll<HTMLElement>('.alarm-row, .fire-row')];
  const row = rows.find(({ textContent }) => textContent?.includes(address));
  if (!row) throw new Error(`no row of ${address} in ${document.querySelector('.warning-panel')?.textContent}`);
  return row;
}

/** The totals of a desk on which nothing has happened. */
const NO_SUMS = { unjudged: 0, burning: 0, burningHectares: null, closedToday: 0, openTasks: 0, peopleOut: 0, warnings: 0 };

/** Empty answers to the calls that the page sends automatically. */
function answerEmpty({ wire }: Desk): void {
  const { auth, baseMap, alarm: alarmCalls, duty, grid, mapLayer, resource, burning, camera, hazard, incident, danger } = contract;
  wire.on(auth.userArea, () => ({
    gridNo: OFFICER.gridNo,
    gridName: OFFICER.gridName,
    areasPoint: null,
    centerLocationPoint: null,
    approximate: false,
  }));
  wire.on(grid.areaData, () => []);
  wire.on(baseMap.baseMapList, () => []);
  wire.on(mapLayer.layerList, () => []);
  wire.on(mapLayer.sceneList, () => []);
  wire.on(resource.resourceList, () => []);
  wire.on(resource.counts, () => []);
  wire.on(duty.weatherNow, () => []);
  wire.on(alarmCalls.seen, () => undefined);
  wire.on(danger.fireLevel, () => []);
  wire.on(burning.burningList, () => []);
  // No alarm belongs to a fire unless the test sets one.
  wire.on(incident.incident, () => null);
  wire.on(contract.secondLook.secondLookOfAlarm, () => ({ look: null, why: 'off' }) as const);
  wire.on(contract.knownHeat.knownHeatList, () => []);
  wire.on(contract.knownHeat.mapMaskList, () => []);
  wire.on(hazard.hazardList, () => []);
  wire.on(contract.task.taskOpen, () => []);
  wire.on(contract.reporting.dueReportPage, () => ({ total: 0, pageNo: 1, pageSize: 50, list: [] }));
  wire.on(camera.camerasThatSee, () => []);
  wire.on(contract.decision.approach, () => null);
  wire.on(contract.notification.aging, () => ({ policies: [], desks: [] }));
  wire.on(contract.wall.dutySums, () => NO_SUMS);
  wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
}
