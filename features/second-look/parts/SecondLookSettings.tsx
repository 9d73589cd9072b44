// Whether the cameras of a grid, and a single camera, take part in second looks.
import { formatTime } from '@lookout/contract';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Skeleton, Switch } from 'antd';
import type { SecondLookSetting } from '../second-look.ts';
import { useSecondLookMessages } from './messages.ts';

const SETTING = 'second-look-setting';
const CAMERA = 'second-look-camera';

/** @param gridNo null: the officer's own grid */
export function GridSecondLook({ gridNo }: { readonly gridNo: string | null }) {
  const { setting: messages } = useSecondLookMessages();
  const client = useClient();
  const mayDecide = useRight('dispatch');
  const { isBusy, send } = useSend({ refetch: [SETTING] });
  const setting = useCall([SETTING, gridNo], client.secondLook.secondLookSetting, { query: { gridNo } });
  if (setting.isPending) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (setting.data === undefined) return <LoadFailed error={setting.error} onRetry={() => void setting.refetch()} />;
  const { data } = setting;
  const save = (isOn: boolean) =>
    send(() => client.secondLook.saveSecondLookSetting({ body: { gridNo: data.gridNo, isOn } }), messages.saved);
  return (
    <section aria-label={messages.title}>
      <p className="line">
        <Switch aria-label={messages.grid} checked={data.isOn} disabled={!mayDecide} loading={isBusy} onChange={(on) => void save(on)} />
        <strong>{messages.title}</strong>
        <span>{messages.grid}</span>
        <span className="second">{whoseText(data, messages)}</span>
      </p>
      <p className="second">{messages.hint}</p>
    </section>
  );
}

/** The grid whose setting it is, and who changed it when. */
function whoseText(
  { gridName, fromGridName, changedBy, changedAt }: SecondLookSetting,
  messages: ReturnType<typeof useSecondLookMessages>['setting'],
): string {
  const whose = fromGridName === null ? messages.usual : fromGridName === gridName ? '' : messages.from(fromGridName);
  const by = changedBy === null || changedAt === null ? '' : messages.changed(changedBy, formatTime(changedAt));
  return [gridName, whose, by].filter((text) => text !== '').join(' · ');
}

export function CameraSecondLook({ cameraId }: { readonly cameraId: string }) {
  const { setting: messages } = useSecondLookMessages();
  const client = useClient();
  const maySetUp = useRight('set-up-cameras');
  const { isBusy, send } = useSend({ refetch: [CAMERA] });
  const camera = useCall([CAMERA, cameraId], client.secondLook.secondLookCamera, { query: { cameraId } });
  if (camera.isPending) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (camera.data === undefined) return <LoadFailed error={camera.error} onRetry={() => void camera.refetch()} />;
  const save = (isOn: boolean) => send(() => client.secondLook.saveSecondLookCamera({ body: { cameraId, isOn } }), messages.saved);
  return (
    <section aria-label={messages.title}>
      <h3>{messages.title}</h3>
      <p className="line">
        <Switch
          aria-label={messages.camera}
          checked={camera.data.isOn}
          disabled={!maySetUp}
          loading={isBusy}
          onChange={(on) => void save(on)}
        />
        {messages.camera}
      </p>
      <p className="second">{messages.cameraHint}</p>
    </section>
  );
}
