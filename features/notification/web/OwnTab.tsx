// 我的通知: from which level on each channel notifies the user of a fire, in which grids, and at which times not.

import type { GridNo } from '@lookout/domain';
import { chosen, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { useGridTree } from '@lookout/web/shared/GridPicker.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { Alert, Button, Form, Radio, Select, Skeleton, Switch, TimePicker, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { GridTree } from '../../grid/grid.calls.ts';
import {
  NOTIFICATION_LEVELS,
  type NotificationLevel,
  type OwnNotifications,
  PERSONAL_CHANNELS,
  type PersonalChannel,
} from '../notification.ts';
import { BrowserPush, OWN_CHOICE } from './BrowserPush.tsx';
import { useNotificationMessages } from './messages.ts';

export function OwnTab() {
  const client = useClient();
  const own = useCall(OWN_CHOICE, client.notification.notificationChoice, {});
  if (own.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (own.isError) return <LoadFailed error={own.error} onRetry={() => void own.refetch()} />;
  return (
    <div className="notification-settings">
      <ChoiceForm own={own.data} />
      <BrowserPush own={own.data} />
    </div>
  );
}

interface Fields {
  /** '': not used. */
  readonly sms: NotificationLevel | '';
  readonly push: NotificationLevel | '';
  readonly email: NotificationLevel | '';
  readonly address: string;
  readonly grids: readonly GridNo[];
  readonly isQuiet: boolean;
  readonly begin: Dayjs | null;
  readonly end: Dayjs | null;
  readonly except: NotificationLevel | '';
  readonly tellsEnd: boolean;
  readonly language: 'zh' | 'en';
}

/** Fields that have another name on the server than in the form. */
const FIELD_OF: Readonly<Record<string, keyof Fields>> = {
  'channels.sms': 'sms',
  'channels.push': 'push',
  'channels.email': 'email',
  email: 'address',
  'quiet.begin': 'begin',
  'quiet.end': 'end',
};

const TIME = 'HH:mm';
const HOUR = 60;
const USUAL_QUIET = { begin: 22 * HOUR, end: 7 * HOUR };
/** Minutes of the day as the time of a picker, and back. */
const atMinute = (minutes: number) => dayjs('2026-01-01').add(minutes, 'minute');
const minuteOf = (at: Dayjs): number => at.hour() * HOUR + at.minute();
const levelOf = (level: NotificationLevel | ''): NotificationLevel | null => (level === '' ? null : level);

function ChoiceForm({ own }: { readonly own: OwnNotifications }) {
  const { choice } = own;
  const { own: messages, channels, levels, off } = useNotificationMessages();
  const client = useClient();
  const tree = useGridTree();
  const [form] = Form.useForm<Fields>();
  const { isBusy, send } = useSend({ refetch: OWN_CHOICE, onRefused: (error) => showFieldFaults(form, error, FIELD_OF) });
  const isQuiet = Form.useWatch('isQuiet', form) ?? choice.quiet !== null;
  const byMail = (Form.useWatch('email', form) ?? choice.channels.email ?? '') !== '';

  const save = (fields: Fields) =>
    send(
      () =>
        client.notification.chooseNotifications({
          body: {
            channels: Object.fromEntries(
              PERSONAL_CHANNELS.flatMap((channel) => (fields[channel] === '' ? [] : [[channel, fields[channel]]])),
            ),
            email: fields.address?.trim() || null,
            grids: fields.grids,
            quiet:
              fields.isQuiet && fields.begin !== null && fields.end !== null
                ? { begin: minuteOf(fields.begin), end: minuteOf(fields.end), except: levelOf(fields.except) }
                : null,
            tellsEnd: fields.tellsEnd,
            language: fields.language,
          },
        }),
      messages.saved,
    );

  const options = NOTIFICATION_LEVELS.map((value) => ({ value, label: levels[value] }));
  const hintOf: Readonly<Record<PersonalChannel, string | undefined>> = {
    sms: own.phone === null ? messages.noPhone : own.isSent.sms ? messages.smsTo(own.phone) : messages.notSent,
    push: undefined,
    email: own.isSent.email ? undefined : messages.notSent,
  };
  const { quiet } = choice;
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      scrollToFirstError
      initialValues={{
        sms: choice.channels.sms ?? '',
        push: choice.channels.push ?? '',
        email: choice.channels.email ?? '',
        address: choice.email ?? '',
        grids: choice.grids,
        isQuiet: quiet !== null,
        begin: atMinute(quiet?.begin ?? USUAL_QUIET.begin),
        end: atMinute(quiet?.end ?? USUAL_QUIET.end),
        except: quiet === null ? 'confirmed' : (quiet.except ?? ''),
        tellsEnd: choice.tellsEnd,
        language: choice.language,
      }}
      onFinish={(fields) => void save(fields)}
    >
      <Alert type="info" showIcon title={messages.hint} className="notification-hint" />
      {PERSONAL_CHANNELS.map((channel) => (
        <Form.Item key={channel} name={channel} label={channels[channel]} extra={hintOf[channel]}>
          <Select<NotificationLevel | ''>
            disabled={channel === 'sms' && own.phone === null}
            options={[{ value: '', label: off }, ...options]}
          />
        </Form.Item>
      ))}
      <Form.Item
        name="address"
        label={messages.email}
        rules={[
          { required: byMail, whitespace: true, message: messages.needEmail },
          { type: 'email', message: messages.badEmail },
        ]}
      >
        <TextInput most={200} autoComplete="email" />
      </Form.Item>
      <Form.Item name="grids" label={messages.grids} extra={messages.gridsHint}>
        <TreeSelect
          treeCheckable
          allowClear
          loading={tree.isPending}
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          treeData={branches(tree.data ?? [])}
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      <Form.Item name="isQuiet" label={messages.quiet} extra={messages.quietHint} valuePropName="checked">
        <Switch aria-label={messages.quietOn} />
      </Form.Item>
      {isQuiet && (
        <div className="quiet-hours">
          <Form.Item name="begin" label={messages.quietBegin} rules={chosen(messages.needTime)}>
            <TimePicker format={TIME} minuteStep={5} allowClear={false} />
          </Form.Item>
          <Form.Item
            name="end"
            label={messages.quietEnd}
            dependencies={['begin']}
            rules={[
              { required: true, message: messages.needTime },
              ({ getFieldValue }) => ({
                validator: async (_, end: Dayjs | null) => {
                  if (end?.format(TIME) === (getFieldValue('begin') as Dayjs | null)?.format(TIME)) throw new Error(messages.sameTime);
                },
              }),
            ]}
          >
            <TimePicker format={TIME} minuteStep={5} allowClear={false} />
          </Form.Item>
          <Form.Item name="except" label={messages.except}>
            <Select<NotificationLevel | ''> options={[{ value: '', label: messages.noException }, ...options]} />
          </Form.Item>
        </div>
      )}
      <Form.Item name="tellsEnd" label={messages.tellsEnd} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="language" label={messages.language}>
        <Radio.Group options={(['zh', 'en'] as const).map((value) => ({ value, label: messages.languages[value] }))} />
      </Form.Item>
      <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
        {messages.save}
      </Button>
    </Form>
  );
}

interface Branch {
  readonly value: string;
  readonly title: string;
  readonly children: Branch[];
}

const branches = (tree: readonly GridTree[]): Branch[] =>
  tree.map(({ no, name, children }) => ({ value: no, title: name, children: branches(children) }));
