// 新建任务: for a fire in progress or without an alarm, with its place picked on the map (specification §5).

import { type MapPoint, PointField } from '@lookout/web/globe/PointField.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import type { DispatchTarget } from '../parts/dispatch/dispatch-form.ts';
import { useDispatchForm } from '../parts/dispatch/use-dispatch-form.tsx';
import { MapBeside } from './MapBeside.tsx';
import { useTaskPageMessages } from './messages.ts';

export function NewTask({ onClose }: { readonly onClose: () => void }) {
  const { create: messages } = useTaskPageMessages();
  const client = useClient();
  const seesFires = useRight('watch-alarms');
  const [place, setPlace] = useState<MapPoint | null>(null);
  const [fireId, setFireId] = useState<string | null>(null);
  const fires = useCall(['fires-in-progress', 'own'], client.alarm.inProgress, { query: {} }, { enabled: seesFires });
  const alarm = fires.data?.find(({ id }) => id === fireId);
  const target: DispatchTarget | null = alarm ? { kind: 'fire', alarm } : place && { kind: 'position', ...place };
  const { body, foot, failure, isPlaceMissing, leave } = useDispatchForm(target, onClose);
  return (
    <MapBeside name={messages.title}>
      <header className="line">
        <h2>{messages.title}</h2>
        <Button onClick={leave}>{messages.cancel}</Button>
      </header>
      <Form layout="vertical" requiredMark={false} className="dense-form task-place">
        {seesFires && (
          <Form.Item label={messages.fire}>
            <Select
              aria-label={messages.fire}
              allowClear
              placeholder={messages.noFire}
              loading={fires.isPending}
              showSearch={{ optionFilterProp: 'label' }}
              notFoundContent={messages.noFires}
              value={fireId}
              options={(fires.data ?? []).map(({ id, formattedAddress }) => ({ value: id, label: formattedAddress }))}
              onChange={(id: string | undefined) => setFireId(id ?? null)}
            />
            {fires.isError && <LoadFailed error={fires.error} onRetry={() => void fires.refetch()} />}
          </Form.Item>
        )}
        {alarm === undefined && (
          <Form.Item
            label={messages.place}
            {...(isPlaceMissing && { validateStatus: 'error' as const, help: <span role="alert">{messages.needPlace}</span> })}
          >
            <PointField label={messages.place} value={place} onChange={setPlace} />
          </Form.Item>
        )}
      </Form>
      {body}
      {failure}
      {foot}
    </MapBeside>
  );
}
