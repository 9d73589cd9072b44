// The presets stored in the camera. They are called, created and deleted immediately, independent of saving the form.
import { CallFailed } from '@lookout/client';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { App, Button, Popconfirm, Skeleton, Space } from 'antd';
import { useState } from 'react';
import type { Preset } from '../../camera.ts';
import { useCameraSetupMessages } from './messages.ts';

/** Fetched only by users who may steer the camera. */
export function usePresets(cameraId: string): UseQueryResult<readonly Preset[]> {
  const client = useClient();
  const maySteer = useRight('watch-video');
  return useQuery({
    queryKey: ['camera-presets', cameraId],
    enabled: maySteer,
    retry: false,
    queryFn: ({ signal }) => client.camera.presets({ query: { cameraId }, silent: true, signal }),
  });
}

interface Props {
  readonly cameraId: string;
  readonly presets: UseQueryResult<readonly Preset[]>;
}

export function PresetsPart({ cameraId, presets }: Props) {
  const { camera: messages } = useCameraSetupMessages();
  const maySteer = useRight('watch-video');
  return (
    <section aria-label={messages.presets}>
      <h3>{messages.presets}</h3>
      <p className="config-note hint">{maySteer ? messages.presetsHint : messages.noLiveVideoRight}</p>
      {maySteer && presets.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {presets.isError && <LoadFailed error={presets.error} onRetry={() => void presets.refetch()} />}
      {presets.data && !presets.isError && (
        <PresetList cameraId={cameraId} presets={presets.data} onChanged={() => void presets.refetch()} />
      )}
    </section>
  );
}

function PresetList(props: { readonly cameraId: string; readonly presets: readonly Preset[]; readonly onChanged: () => void }) {
  const { cameraId, presets, onChanged } = props;
  const { camera: messages } = useCameraSetupMessages();
  const client = useClient();
  const { message } = App.useApp();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const act = async <T,>(run: () => Promise<T>, done: (answer: T) => string): Promise<boolean> => {
    setBusy(true);
    setFault(null);
    try {
      void message.success(done(await run()));
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFault(`${messages.presetFailed}${marks().colon}${error.message}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const goTo = ({ number }: Preset) =>
    act(
      () => client.camera.gotoPreset({ body: { cameraId, number }, silent: true }),
      () => messages.gone(number),
    );
  const remove = async ({ number }: Preset) => {
    const isGone = await act(
      () => client.camera.removePreset({ body: { cameraId, number }, silent: true }),
      () => messages.presetRemoved(number),
    );
    if (isGone) onChanged();
  };
  const keep = async () => {
    if (name.trim() === '') return setFault(messages.rules.presetName);
    const isSaved = await act(
      () => client.camera.setPreset({ body: { cameraId, name: name.trim() }, silent: true }),
      ({ number }) => messages.presetSaved(number),
    );
    if (!isSaved) return;
    setName('');
    onChanged();
  };

  return (
    <>
      {presets.length === 0 && <p className="config-none">{messages.noPresets}</p>}
      <ul className="config-presets">
        {presets.map((preset) => (
          <li key={preset.number}>
            <span className="tabular">{preset.number}</span>
            <span>{preset.name}</span>
            <Button size="small" type="link" disabled={isBusy} onClick={() => void goTo(preset)}>
              {messages.goTo}
            </Button>
            <Popconfirm title={messages.removePresetAsk(preset.number)} okText={messages.removePreset} onConfirm={() => remove(preset)}>
              <Button size="small" type="link" danger disabled={isBusy}>
                {messages.removePreset}
              </Button>
            </Popconfirm>
          </li>
        ))}
      </ul>
      <Space.Compact>
        <TextInput
          value={name}
          most={32}
          placeholder={messages.presetName}
          aria-label={messages.presetName}
          aria-invalid={fault !== null}
          onChange={({ target }) => setName(target.value)}
          // Enter adds the preset instead of submitting the form.
          onPressEnter={(event) => {
            event.preventDefault();
            void keep();
          }}
        />
        <Button disabled={isBusy} onClick={() => void keep()}>
          {messages.savePreset}
        </Button>
      </Space.Compact>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
