// 未接警: how long fires have waited at this desk, by the time limits of their grids' policies; and the officer on duty at each desk. Loaded
// once, then updated live.

import { ancestorAt, type GridNo, nearestOf } from '@lookout/domain';
import { perSession, type Services } from '@lookout/web/shared/services.ts';
import { createStore } from 'zustand/vanilla';
import { isMasked, type NamedAlarm } from '../../alarm/alarm.ts';
import { type AgePolicy, ageStep, type FireAge, waitsSince } from '../../alarm/alarm-age.ts';
import { isDrill } from '../../exercise/drill.ts';
import { USUAL_POLICY } from '../../notification/notification.ts';
import type { AlarmEvidence } from '../incident.ts';
import type { IsOfBurning } from './burning.ts';

export interface Aging {
  readonly policies: ReadonlyMap<GridNo, AgePolicy>;
  /** The officer who has the desk of each grid. */
  readonly desks: ReadonlyMap<GridNo, string>;
}

/** Until the policies are loaded, the default applies and no duty officer is known. */
export const NO_AGING: Aging = { policies: new Map(), desks: new Map() };

/** @param alarms of one fire. null: an officer has taken it on, or it calls no officer */
export type AgeOf = (alarms: readonly NamedAlarm[]) => FireAge | null;

interface AgeFacts {
  readonly policies: Aging['policies'];
  readonly isOfBurning: IsOfBurning;
  /** The evidence of an alarm for its fire; undefined: the alarm belongs to no fire yet. */
  readonly evidenceOf: (alarmId: string) => Pick<AlarmEvidence, 'calmedBy'> | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export const ageBy =
  ({ policies, isOfBurning, evidenceOf, now }: AgeFacts): AgeOf =>
  (alarms) => {
    if (alarms.some(({ response }) => response.acknowledgement !== null)) return null;
    const calling = alarms.filter(
      (alarm) =>
        alarm.facts.kind !== 'danger' &&
        !isDrill(alarm) &&
        !isMasked(alarm) &&
        (evidenceOf(alarm.id)?.calmedBy ?? []).length === 0 &&
        !isOfBurning(alarm),
    );
    const [first] = calling;
    const since = waitsSince(calling);
    if (first === undefined || since === null) return null;
    return { since, step: ageStep(since, nearestOf(policies, first.gridNo) ?? USUAL_POLICY, now) };
  };

/** The officer on duty at the desk of this grid's county; null: none, or not known. */
export const dutyOfficerOf = ({ desks }: Pick<Aging, 'desks'>, gridNo: GridNo): string | null =>
  desks.get(ancestorAt(gridNo, 'county') ?? gridNo) ?? null;

/** Policies rarely change. */
const EVERY_MS = 10 * 60_000;

export const agingOf = perSession(createAging, ({ stop }) => stop());

function createAging({ client, onLive, replay }: Services) {
  const store = createStore<Aging>(() => NO_AGING);
  const stops: (() => void)[] = [];
  const load = () =>
    client.notification.aging({ query: {}, occasion: 'background', silent: true }).then(
      ({ policies, desks }) =>
        store.setState({
          policies: new Map(policies.map(({ gridNo, ...policy }) => [gridNo, policy])),
          desks: new Map(desks.map(({ gridNo, fullName }) => [gridNo, fullName])),
        }),
      // The default limits apply until the next attempt.
      () => undefined,
    );
  return {
    store,
    /** Runs from the session's first page on. In a replay it does not, because today's policies do not apply to a past moment. */
    begin: () => {
      if (replay !== null || stops.length > 0) return;
      void load();
      const timer = setInterval(load, EVERY_MS);
      stops.push(
        () => clearInterval(timer),
        onLive((updates) => {
          for (const update of updates)
            if (update.kind === 'shift-changed')
              store.setState(({ desks }) => {
                const { gridNo, fullName, endedAt } = update.shift;
                const next = new Map(desks);
                if (endedAt === null) next.set(gridNo, fullName);
                else next.delete(gridNo);
                return { desks: next };
              });
        }),
      );
    },
    stop: () => {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
