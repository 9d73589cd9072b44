import { formatTime } from '@lookout/contract';
import { useServices } from '../../../shared/services.ts';
import type { MountedGlobe } from '../../room.ts';
import { useGlobeRoom } from '../../use-globe-room.ts';
import { useToolMessages } from '../messages.ts';
import { captioned, copyFrame } from './take-picture.ts';

export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** `2026-11-21 16:05:00`, Beijing time. */
  readonly time: string;
}

/** The map as it stands, with its caption. */
export function usePicture({ globe }: MountedGlobe): () => Promise<Picture> {
  const room = useGlobeRoom();
  const { now } = useServices();
  const { picture: messages } = useToolMessages();
  return async () => {
    const time = formatTime(new Date(now()));
    const frame = await copyFrame(globe, room.element);
    const ratio = frame.width / Math.max(1, room.element.clientWidth);
    return { canvas: captioned(frame, { title: messages.title, time, centre: messages.view }, globe.view(), ratio), time };
  };
}
