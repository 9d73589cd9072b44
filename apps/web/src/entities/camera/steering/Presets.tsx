// 预置位: the list the camera itself gives; go there, save where it looks, delete after asking.
import { DeleteOutlined } from '@ant-design/icons';
import { CallFailed } from '@lookout/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Popconfirm, Skeleton } from 'antd';
import { useState } from 'react';
import { LoadFailed } from '../../../shared/LoadFailed.tsx';
import { useClient } from '../../../shared/services.ts';
import { useVideoMessages } from '../messages.ts';

const MOST_CHARACTERS = 32;

export function Presets({ cameraId }: { readonly cameraId: string }) {
  const { presets: messages } = useVideoMessages().steering;
  const client = useClient();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const queryKey = ['camera-presets', cameraId];
  const presets = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.steering.presets({ query: { cameraId }, occasion: 'background', silent: true, signal }),
  });
  /** What failed has been told by the interceptor; what was typed stays. */
  const doing = async (call: Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await call;
    } catch (error) {
      if (error instanceof CallFailed) return false;
      throw error;
    }
    void message.success(done);
    return true;
  };
  const save = async () => {
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted === '') return;
    if (!(await doing(client.steering.setPreset({ body: { cameraId, name: wanted } }), messages.setDone(wanted)))) return;
    setName('');
    await queries.invalidateQueries({ queryKey });
  };
  const remove = async (number: number) => {
    await doing(client.steering.removePreset({ body: { cameraId, number } }), messages.removed);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <section className="steering-presets stack" aria-label={messages.title}>
      <h4>{messages.title}</h4>
      {presets.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {presets.isError && <LoadFailed error={presets.error} onRetry={() => void presets.refetch()} />}
      {presets.data?.length === 0 && <p className="hint">{messages.empty}</p>}
      <ul>
        {presets.data?.map((preset) => (
          <li key={preset.number}>
            <span className="tabular hint">{preset.number}</span>
            <span className="row-name cut" title={preset.name}>
              {preset.name}
            </span>
            <Button
              size="small"
              aria-label={messages.goTo(preset.name)}
              onClick={() =>
                void doing(client.steering.gotoPreset({ body: { cameraId, number: preset.number } }), messages.going(preset.name))
              }
            >
              {messages.go}
            </Button>
            <Popconfirm
              title={messages.removeAsk(preset.name)}
              okText={messages.remove}
              okButtonProps={{ danger: true }}
              overlayStyle={{ maxWidth: 280 }}
              onConfirm={() => remove(preset.number)}
            >
              <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={messages.removeOf(preset.name)} />
            </Popconfirm>
          </li>
        ))}
      </ul>
      <div className="steering-preset-new">
        <Input
          size="small"
          value={name}
          maxLength={MOST_CHARACTERS}
          placeholder={messages.name}
          aria-label={messages.name}
          status={isMissing ? 'error' : ''}
          onChange={({ target }) => {
            setName(target.value);
            setMissing(false);
          }}
          onPressEnter={() => void save()}
        />
        <Button size="small" onClick={() => void save()}>
          {messages.set}
        </Button>
      </div>
      {isMissing && (
        <p className="steering-fault" role="alert">
          {messages.needName}
        </p>
      )}
    </section>
  );
}
