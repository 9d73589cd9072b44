// One desk per logged-in user, created with the session (`loadSession` of the manifest) and cleared when it ends.
import { parseGridNo } from '@lookout/domain';
import { perSession, type Services, useServices } from '@lookout/web/shared/services.ts';
import { createChime, NO_CHIME } from '@lookout/web/shared/sound.ts';
import { soundTurnOf } from '@lookout/web/shared/sound-turn.ts';
import { memoryStorage } from '@lookout/web/shared/storage.ts';
import { useStore } from 'zustand';
import { pendingRequestsOf } from '../../alarm/parts/actions/use-pending-requests.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { agingOf } from '../../incident/parts/aging.ts';
import { memberRecords } from '../../incident/parts/member-records.ts';
import { createDesk, type Desk, type DeskState } from './desk.ts';

export const deskOf = perSession(begin, (desk) => desk.stop());

function begin(services: Services): Desk {
  const { client, session } = services;
  const isLive = services.replay === null;
  const { id = '', gridNo } = session.get().info?.userDTO ?? {};
  const desk = createDesk({
    alarms: services.records(alarmRecords),
    members: services.records(memberRecords),
    services,
    chime: isLive ? createChime(window, () => new AudioContext(), services.now, { turn: soundTurnOf(document, `alarms-${id}`) }) : NO_CHIME,
    storage: isLive ? localStorage : memoryStorage(),
    onStored: (name, run) => {
      if (!isLive) return () => undefined;
      const listen = ({ key, newValue }: StorageEvent) => key === name && run(newValue);
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
    userId: id,
    gridNo: parseGridNo(gridNo),
    pendingRequests: pendingRequestsOf(services),
    sendSeen: async (alarmId) => {
      if (isLive) await client.alarm.seen({ body: { id: alarmId }, occasion: 'background', silent: true });
    },
    loadLevels: async () => {
      // In a replay today's levels do not apply to a past day.
      if (!isLive) return new Map();
      const listed = await client.danger.fireLevel({ query: { level: 'counties' }, occasion: 'background', silent: true });
      return new Map(listed.map(({ gridNo, level }) => [gridNo, level]));
    },
    every: (run, milliseconds) => {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
    after: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  const stopMoments = services.replay?.onMoment(() => desk.store.setState({ now: services.now() }));
  return {
    ...desk,
    stop: () => {
      stopMoments?.();
      desk.stop();
    },
  };
}

/** Starts receiving updates and sounding, for an officer who may see alarms. */
export function beginDesk(services: Services): void {
  if (!services.session.get().rights.has('watch-alarms')) return;
  deskOf(services);
  agingOf(services).begin();
}

export const useDesk = (): Desk => deskOf(useServices());

export const useDeskState = <T>(select: (state: DeskState) => T): T => useStore(useDesk().store, select);
