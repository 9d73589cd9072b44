// What the room itself draws (alarms, resources, people) as rows of the layer tree, while a page shows the globe.
import type { AlarmPart } from '@lookout/map';
import { useEffect } from 'react';
import { useRight, useServices } from '../../shared/services.ts';
import type { LayerRow } from '../../stores/layer-registry.ts';
import { placeSwitches } from '../places/switches.ts';
import type { GlobeRoom } from '../room.ts';
import { useGlobeRoom } from '../use-globe-room.ts';
import { layersEn } from './text.en.ts';
import { layersZh } from './text.zh-CN.ts';

const ALARM_PARTS = ['marks', 'fires', 'footprints', 'counts'] as const satisfies readonly AlarmPart[];

const alarmSwitches = (room: Pick<GlobeRoom, 'showAlarms'>): readonly LayerRow[] =>
  ALARM_PARTS.map((part) => ({
    ...{ id: `alarms.${part}`, group: 'alarms', title: { zh: layersZh.rows[part], en: layersEn.rows[part] }, visible: true },
    setVisible: (visible) => room.showAlarms(part, visible),
  }));

export function useRoomRows(): void {
  const room = useGlobeRoom();
  const { layers } = useServices();
  const seesRangers = useRight('bpRanger');
  useEffect(() => {
    const places = placeSwitches(room).filter(({ id }) => id !== 'rangers' || seesRangers);
    const handles = [...alarmSwitches(room), ...places].map((row) => layers.register(row));
    const tell = () => {
      const state = room.resources.state();
      if (state === 'failed') layers.tellGroup('resources', { kind: 'failed', retry: () => void room.resources.refresh() });
      else if (state === 'loading') layers.tellGroup('resources', { kind: 'loading' });
      else layers.tellGroup('resources', room.resources.isCut() ? { kind: 'cut', drawn: room.resources.list().length } : null);
    };
    tell();
    const stop = room.resources.subscribe(tell);
    return () => {
      stop();
      for (const handle of handles) handle.remove();
      layers.tellGroup('resources', null);
    };
  }, [room, layers, seesRangers]);
}
