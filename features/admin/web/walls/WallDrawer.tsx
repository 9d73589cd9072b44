// A new wall link (大屏链接): its name, grid and, optionally, its expiry; without one it is valid until revoked.

import { formatTime } from '@lookout/contract';
import { firstGrid } from '@lookout/region';
import { chosen, needed, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormDrawer } from '@lookout/web/shared/form/FormDrawer.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { GridPicker, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient, useServices, useSession } from '@lookout/web/shared/services.ts';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import { region } from '@region';
import { Alert, DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type IssuedEmbed, WALL_RIGHTS } from '../../../map-embed/map-embed.ts';
import { useAdminMessages } from '../messages.ts';
import { useWallLinkMessages } from './messages.ts';

interface Fields {
  readonly name: string;
  readonly gridNo: string;
  readonly expiresAt: Dayjs | null | undefined;
}

interface Props {
  readonly onClose: () => void;
  readonly onIssued: (embed: IssuedEmbed) => void;
}

export function WallDrawer({ onClose, onIssued }: Props) {
  const messages = useWallLinkMessages();
  const { embeds, users } = useAdminMessages();
  const client = useClient();
  const { now } = useServices();
  const { rights } = useSession();
  const own = useOwnGrid();
  const [form] = Form.useForm<Fields>();
  const { isBusy, send } = useSend({ onRefused: (error) => showFieldFaults(form, error) });
  // A user cannot share a view that he may not see himself; the server enforces this too.
  const mayIssue = WALL_RIGHTS.every((right) => rights.has(right));
  const issue = ({ name, gridNo, expiresAt }: Fields) =>
    send(async () => {
      const body = { name, gridNo, expiresAt: expiresAt ? pickedTime(expiresAt) : null };
      onIssued(await client.mapEmbed.issueWall({ body }));
    });
  return (
    <FormDrawer<Fields>
      size={480}
      title={messages.create}
      form={form}
      initial={{ gridNo: own === null ? '' : firstGrid(own, region.gridLocks) }}
      isBusy={isBusy}
      isDisabled={!mayIssue}
      submit={messages.create}
      lead={
        <Alert
          type={mayIssue ? 'info' : 'warning'}
          showIcon
          title={mayIssue ? messages.shows : messages.noRight}
          style={{ marginBottom: 16 }}
        />
      }
      onSubmit={issue}
      onClose={onClose}
    >
      <Form.Item name="name" label={embeds.name} extra={messages.nameHint} rules={needed(embeds.needName)}>
        <TextInput most={64} />
      </Form.Item>
      <Form.Item name="gridNo" label={users.grid} extra={messages.gridHint} rules={chosen(users.needGrid)}>
        <GridPicker />
      </Form.Item>
      <Form.Item name="expiresAt" label={embeds.expiry} extra={messages.expiryHint}>
        <DatePicker showTime minDate={dayjs(formatTime(new Date(now())))} />
      </Form.Item>
    </FormDrawer>
  );
}
