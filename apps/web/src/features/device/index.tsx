// 设备纠偏: a camera's north from landmarks whose places are known, several at once, with what proves it.
import type { Camera } from '@lookout/domain';
import { formatDecimal } from '@lookout/geo';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, ConfigProvider, Empty, Select, Skeleton } from 'antd';
import { SetupLinks } from '../../manifest/SetupLinks.tsx';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient, useRight } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { useUrlState } from '../../shared/url-state.ts';
import '../../globe/globe.css';
import './device.css';
import { Landmarks } from './Landmarks.tsx';
import { useDeviceMessages } from './messages.ts';
import { Result } from './Result.tsx';
import { useCorrection } from './use-correction.ts';

export function DevicePage() {
  const messages = useDeviceMessages();
  const client = useClient();
  const url = useUrlState();
  const cameras = useQuery({
    queryKey: ['device-cameras'],
    queryFn: ({ signal }) => client.places.cameraList({ body: {}, silent: true, signal }),
  });
  const cameraId = url.get('camera');
  const camera = cameras.data?.find(({ id }) => id === cameraId);
  return (
    <div className="device-page page">
      <header>
        <div>
          <h1>{messages.title}</h1>
          <p className="hint">{messages.lead}</p>
        </div>
        <SetupLinks to={['monitorConfig']} />
      </header>
      {cameras.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {cameras.isError && <LoadFailed error={cameras.error} onRetry={() => void cameras.refetch()} />}
      {cameras.data?.length === 0 && <Nothing title={messages.noCameras} hint={messages.noCamerasHint} />}
      {cameras.data && cameras.data.length > 0 && (
        <>
          <Select
            style={{ width: 420 }}
            value={camera?.id ?? null}
            placeholder={messages.pickCamera}
            aria-label={messages.camera}
            showSearch={{ optionFilterProp: 'label' }}
            options={cameras.data.map(({ id, name, deviceId }) => ({ value: id, label: `${name}${marks().brackets(deviceId)}` }))}
            onChange={(id: string) => url.set({ camera: id })}
          />
          {cameraId === null && <Nothing title={messages.pickFirst} hint={messages.emptyHint} />}
          {cameraId !== null && !camera && <Alert type="warning" showIcon title={messages.unknownCamera} />}
          {camera && <CorrectCamera key={camera.id} camera={camera} />}
        </>
      )}
    </div>
  );
}

function CorrectCamera({ camera }: { readonly camera: Camera }) {
  const messages = useDeviceMessages();
  const mayCorrect = useRight('set-up-cameras');
  const correction = useCorrection(camera);
  const { answer, busy, failure } = correction;
  return (
    <>
      <dl className="device-facts tabular">
        <dt>{messages.standing}</dt>
        <dd>{messages.offset(camera.northCorrectionDegrees)}</dd>
        <dt>{messages.tower}</dt>
        <dd>{camera.towerHeightMetres === null ? messages.noTower : messages.metres(camera.towerHeightMetres)}</dd>
        <dt>{messages.place}</dt>
        <dd>
          {formatDecimal(camera.position.lng)}, {formatDecimal(camera.position.lat)}
        </dd>
      </dl>
      {!mayCorrect && <Alert className="device-failure" type="info" showIcon title={messages.notMine} />}
      {/* Nobody types what he may not save. */}
      <ConfigProvider componentDisabled={!mayCorrect}>
        <Landmarks camera={camera} correction={correction} />
      </ConfigProvider>
      {failure && <Alert className="device-failure" type="error" showIcon role="alert" title={failure} />}
      <div className="device-buttons line">
        <Button type={answer ? 'default' : 'primary'} disabled={!mayCorrect || busy !== null} onClick={() => void correction.calculate()}>
          {busy === 'calculate' ? messages.calculating : messages.calculate}
        </Button>
        <Button
          type={answer ? 'primary' : 'default'}
          disabled={!mayCorrect || answer === null || busy !== null}
          onClick={() => void correction.save()}
        >
          {busy === 'save' ? messages.saving : messages.save}
        </Button>
      </div>
      {answer && <Result answer={answer} />}
    </>
  );
}

const Nothing = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <Empty
    className="device-nothing"
    description={
      <>
        <div>{title}</div>
        <div className="hint">{hint}</div>
      </>
    }
  />
);
