// The towers that see the fire: a click turns a camera to it and opens the video.

import { useGlobeMessages } from '@lookout/web/globe/messages.ts';
import { useRight } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import type { SeeingCamera } from '../../camera/camera.ts';
import { TowerList } from '../../camera/parts/SeeingTowers.tsx';
import { usePointer } from '../parts/surroundings-part.ts';
import { useDecisionMessages } from './messages.ts';
import type { Briefed } from './use-briefing.ts';

export function CamerasTab({ briefing: { cameras }, alarm }: Briefed) {
  const messages = useDecisionMessages();
  const { units } = useGlobeMessages().near;
  const pointer = usePointer();
  const mayWatch = useRight('watch-video');
  const nameOf = ({ monitoringPointName, name }: SeeingCamera) => monitoringPointName ?? name;
  const point = (camera: SeeingCamera | null) =>
    pointer.point(camera && { ...camera.position, text: `${nameOf(camera)} ${distanceText(camera.distanceMetres, units)}` });
  if (mayWatch) return <TowerList seeing={cameras} position={alarm.position} watched={{ alarm, isReadOnly: false }} onPoint={point} />;
  return (
    <>
      <p className="second">{messages.mayNotWatch}</p>
      <ul>
        {cameras.map((camera) => (
          <li key={camera.id} className="line">
            <span className="cut">{nameOf(camera)}</span>
            {!camera.online && <span className="tag">{messages.offline}</span>}
            <span className="gap" />
            <span className="second tabular">{distanceText(camera.distanceMetres, units)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
