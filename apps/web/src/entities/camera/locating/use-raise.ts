// 报警 from a located place: the picture as it is now, then the alarm; it is opened at the monitor.
import { CallFailed } from '@lookout/client';
import { App } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useClient } from '../../../shared/services.ts';
import { marks } from '../../../shared/text/marks.ts';
import { useSubmitRest } from '../../../shared/use-submit-rest.ts';
import { type Located, useLocatingStore } from './locating-store.ts';
import { useLocatingMessages } from './messages.ts';

export interface Raising {
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly raise: (located: Located) => Promise<void>;
}

const monitorOf = (alarmId: string): string => `/manage/monitor?alarm=${alarmId}`;

/** @param onRaised before the alarm is opened: whatever lies over the monitor goes */
export function useRaise(onRaised?: () => void): Raising {
  const messages = useLocatingMessages();
  const client = useClient();
  const locating = useLocatingStore();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const rest = useSubmitRest();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** Without a picture an alarm is still an alarm. */
  const pictureOf = async (cameraId: string): Promise<string | null> => {
    try {
      return (await client.video.snapshot({ body: { cameraId }, silent: true })).picPath;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return null;
    }
  };
  const raise = async ({ camera, horizontal, vertical, key }: Located) => {
    if (camera.monitorId === null || isBusy || !rest.begin()) return;
    setBusy(true);
    setFailure(null);
    // As it stands when the button is pressed, whatever is dragged meanwhile.
    const { corrected } = locating.store.getState();
    try {
      const picPath1 = await pictureOf(camera.id);
      const { id } = await client.fire.raiseFromVideo({
        query: {
          ...{ monitorId: camera.monitorId, channelId: camera.id, horizonAngle: horizontal, verticalAngle: vertical },
          ...(corrected && { longitude: corrected.lng, latitude: corrected.lat }),
          ...(picPath1 !== null && { picPath1 }),
        },
        headers: { 'idempotency-key': key },
        silent: true,
      });
      if (picPath1 === null) void message.warning(messages.raisedWithoutPicture);
      else void message.success(messages.raised);
      locating.putAside();
      onRaised?.();
      void navigate(monitorOf(id));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(`${messages.raiseFailed}${marks().colon}${error.message}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy: isBusy || rest.resting, failure, raise };
}
